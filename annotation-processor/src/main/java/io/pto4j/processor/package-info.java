/** The annotation processor: from javac trees to IR, artifacts and host stubs. */
package io.pto4j.processor;
