/**
 * The code generator for OpenCL C, with Java's meaning to the last bit: as scalars, one iteration
 * per work-item, or with explicit vectors whose lanes are consecutive iterations, for processors.
 *
 * <p>{@link org.anabranch.loops.emit.OpenClEmitter} is the entry point. The package depends on
 * OpenCL C and the form of bodies only, not on devices or data; {@link
 * org.anabranch.loops.emit.EmitOptions} carry the facts proved for a call.
 */
package org.anabranch.loops.emit;
