/** Arithmetic on tiles of matrices, in Java: what the kernels of several examples share. */
package org.anabranch.examples.matrix;
