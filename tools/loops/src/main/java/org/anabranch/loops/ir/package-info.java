/**
 * The intermediate representation of loop bodies: typed, structured, and independent of the source
 * language.
 *
 * <p>A {@link org.anabranch.loops.ir.LoopBody} is a list of {@link org.anabranch.loops.ir.Statement
 * statements} over {@link org.anabranch.loops.ir.Local variables}; values are trees of {@link
 * org.anabranch.loops.ir.Expression expressions}. Control flow is structured: choices, loops
 * without a test of their own, and jumps out of them by label. Reads of memory and operations that
 * may fault are statements of their own, in program order. The meaning is Java's throughout.
 */
package org.anabranch.loops.ir;
