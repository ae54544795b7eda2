/**
 * The dependence analysis: pure integer mathematics on linear subscripts, bounds and conditions,
 * without any knowledge of bytecode, arrays or devices.
 *
 * <p>A caller describes the points at which statements run as a {@link
 * org.anabranch.loops.depend.Space}, their accesses as {@link
 * org.anabranch.loops.depend.ArrayAccess}es, and calls {@link
 * org.anabranch.loops.depend.DependenceTest}. All classes are stateless or immutable, and
 * thread-safe.
 */
package org.anabranch.loops.depend;
