package io.pto4j.sim.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import io.pto4j.sim.timing.Pipe;

/**
 * A task that was submitted.
 *
 * @param id number in the order of submission
 * @param kernel name of its kernel
 * @param kind cores it runs on
 * @param submitted cycle of its submission
 * @param dependencies tasks that end before it starts
 * @param cycles how long it runs
 * @param busy cycles each pipe is at work
 * @param arguments what it was given, for reports
 */
public record Task(
    int id,
    String kernel,
    CoreKind kind,
    long submitted,
    ImmutableSortedSet<Integer> dependencies,
    long cycles,
    ImmutableMap<Pipe, Long> busy,
    ImmutableList<String> arguments) {}
