/** Tiled Cholesky factorisation of a matrix from a file, after figure 5 of the hStreams paper. */
package org.anabranch.examples.cholesky;
