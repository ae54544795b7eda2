package org.anabranch.seeing.model;

/**
 * A steal: a worker took a task from another.
 *
 * @param time in nanoseconds of the log's clock
 * @param domain number of the domain
 * @param thief lane
 * @param victim lane
 */
public record Steal(long time, int domain, int thief, int victim) {}
