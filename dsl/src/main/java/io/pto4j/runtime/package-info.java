/** The host run time: devices, host tensors and the loading of compiled programs. */
package io.pto4j.runtime;
