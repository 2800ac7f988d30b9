/** Independent references of the samples: plain Java, nothing of PTO4J. */
package io.pto4j.samples.reference;
