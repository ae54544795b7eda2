/** Loops, accesses and scalars of a lifted body, for the call at hand. */
package org.anabranch.loops.nest;
