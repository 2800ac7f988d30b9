/** The binary form of programs. Source: PyPTO IR serialisation; MessagePack specification. */
package io.pto4j.serial;
