/** The tracing of single iterations, to find the cells that they access. */
package org.anabranch.loops.trace;
