/**
 * The translation of Java kernels to OpenCL C: the loop over the piece becomes the range of the
 * launch, and each run is proved, for its arguments, to have the effects of the Java code.
 */
package org.anabranch.loops.translate;
