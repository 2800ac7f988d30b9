/**
 * Writes orchestration functions as C++ for the task runtime. Source: PTO task runtime,
 * orchestration API.
 */
package io.pto4j.backend.orch;
