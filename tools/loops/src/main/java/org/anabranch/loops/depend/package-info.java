/**
 * Dependences between the iterations of a loop: pure integer mathematics on linear subscripts,
 * bounds and conditions, without any knowledge of bytecode, arrays or devices.
 *
 * <p>A caller describes where statements run as a {@link org.anabranch.loops.depend.Space}, what
 * they touch as {@link org.anabranch.loops.depend.Access}es, and asks {@link
 * org.anabranch.loops.depend.DependenceTest} whether iterations depend on each other. Everything is
 * stateless or immutable and safe for use by several threads.
 */
package org.anabranch.loops.depend;
