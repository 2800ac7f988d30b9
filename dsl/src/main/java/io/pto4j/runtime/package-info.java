/**
 * Running compiled programs: {@link io.pto4j.runtime.Device}, {@link io.pto4j.runtime.HostTensor}
 * and the interfaces that devices and the eager engine implement.
 */
package io.pto4j.runtime;
