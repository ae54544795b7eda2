/**
 * Loop bodies in OpenCL C, with Java's meaning to the last bit: as scalars, one iteration per
 * work-item, or with explicit vectors whose lanes are consecutive iterations, for processors.
 *
 * <p>{@link org.anabranch.loops.emit.OpenClEmitter} is the way in. It knows OpenCL C and the form
 * of bodies, no devices and no data; what is proved about a call comes in as {@link
 * org.anabranch.loops.emit.EmitOptions}.
 */
package org.anabranch.loops.emit;
