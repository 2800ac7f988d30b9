/** The back end: targets, emitters and the artifact package. */
package io.pto4j.backend;
