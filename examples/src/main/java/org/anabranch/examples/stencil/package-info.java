/**
 * The kernels of the stencils in {@code examples/stencils} in Java, with the same operations in the
 * same order as in the OpenCL C beside the descriptions.
 */
package org.anabranch.examples.stencil;
