/**
 * The typed, structured form of a loop body, whatever language it came from.
 *
 * <p>A {@link org.anabranch.loops.ir.LoopBody} is a list of {@link org.anabranch.loops.ir.Statement
 * statements} over {@link org.anabranch.loops.ir.Local variables}; values are trees of {@link
 * org.anabranch.loops.ir.Expression expressions}. Control flow is structured: choices, loops
 * without a test of their own, and jumps out of them by label. Reads of memory and whatever may
 * fault are statements of their own, in the order of the program. Meaning is Java's throughout.
 */
package org.anabranch.loops.ir;
