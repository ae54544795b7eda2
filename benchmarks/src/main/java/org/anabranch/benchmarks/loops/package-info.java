/**
 * Plain Java loops beside their peers: C2, kernels by hand, the better of host and device; and what
 * a verdict, a first kernel and a call cost. See {@code benchmarks/loops/run}.
 */
package org.anabranch.benchmarks.loops;
