/** Verifiers of the properties that passes require and establish, and their diagnostics. */
package io.pto4j.verify;
