/**
 * Workloads that ask much of a scheduler and little of the processor, on this one and on its peers.
 *
 * <p>{@code Workload} is a program with a known result, {@code Contestant} who runs it, {@code
 * ComparisonBenchmark} the JMH benchmark of one pair, {@code Comparison} the command that runs them
 * all in turns and prints one table.
 */
package org.anabranch.benchmarks;
