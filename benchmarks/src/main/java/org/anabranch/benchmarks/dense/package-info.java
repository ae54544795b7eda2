/** Factorisations and products of dense matrices beside a BLAS with threads of its own. */
package org.anabranch.benchmarks.dense;
