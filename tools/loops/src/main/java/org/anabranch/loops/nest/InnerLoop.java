package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;

/**
 * The iterations of an inner loop, as the analysis of a call knows them.
 *
 * @param variable the variable of the space that counts them
 * @param rounds how many there are, linear in the variables before; null if that is not known
 *     exactly
 */
record InnerLoop(int variable, Linear rounds) {}
