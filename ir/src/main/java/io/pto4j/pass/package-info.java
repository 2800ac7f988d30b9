/**
 * The passes, their order, the properties they need and give, and the description of the machine
 * they compile for.
 */
package io.pto4j.pass;
