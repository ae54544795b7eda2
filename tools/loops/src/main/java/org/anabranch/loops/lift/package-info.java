/** The lifter, from class files to the typed, structured form of a loop body. */
package org.anabranch.loops.lift;
