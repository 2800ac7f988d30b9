/** Memory planning: which tiles share a buffer, and where the buffers lie. */
package io.pto4j.pass.mem;
