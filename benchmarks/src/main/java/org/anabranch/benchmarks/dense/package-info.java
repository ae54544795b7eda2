/** Comparisons of dense factorisations and products with a multi-threaded BLAS. */
package org.anabranch.benchmarks.dense;
