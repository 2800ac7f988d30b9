/** Real kernels, each checked against an independent reference, and the demo that runs them. */
package io.pto4j.samples;
