/** Writes kernels from lifted bodies. */
package org.anabranch.loops.emit;
