/**
 * Benchmarks that stress a scheduler rather than the processor, on this one and on its peers.
 *
 * <p>{@code Workload} is a program with a known result, {@code Contestant} a scheduler that runs
 * it, {@code ComparisonBenchmark} the JMH benchmark of one pair, {@code Comparison} the command
 * that runs them all in turns and prints one table.
 */
package org.anabranch.benchmarks;
