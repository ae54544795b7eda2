/**
 * Comparisons of plain Java loops with their peers: C2, kernels by hand, the better of host and
 * device; and the costs of a verdict, a first kernel and a call. See {@code benchmarks/loops/run}.
 */
package org.anabranch.benchmarks.loops;
