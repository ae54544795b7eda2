/** The typed, structured form of a loop body, whatever language it came from. */
package org.anabranch.loops.ir;
