/** Runs a loop body in parallel where that is proved, in order where it is not. */
package org.anabranch.loops.run;
