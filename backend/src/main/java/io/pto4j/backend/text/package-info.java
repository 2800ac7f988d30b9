/** What the emitters of all output languages write with. */
package io.pto4j.backend.text;
