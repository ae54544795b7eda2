/** Arithmetic on tiles of matrices in Java, shared by the kernels of several examples. */
package org.anabranch.examples.matrix;
