/**
 * Kernels in Java translated to OpenCL C: the loop over the piece becomes the range of the launch,
 * and each run is proved, with its arguments, to do what the Java code does.
 */
package org.anabranch.loops.translate;
