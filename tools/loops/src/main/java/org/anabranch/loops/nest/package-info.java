/**
 * The analysis of the loop nest in a lifted body, its accesses and scalars, for the call at hand.
 */
package org.anabranch.loops.nest;
