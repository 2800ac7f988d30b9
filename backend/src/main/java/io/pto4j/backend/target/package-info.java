/** The machines that programs are compiled for, as data. */
package io.pto4j.backend.target;
