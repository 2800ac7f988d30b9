/**
 * Passes over orchestration functions: directions of arguments, runtime scopes and loop carries.
 */
package io.pto4j.pass.orch;
