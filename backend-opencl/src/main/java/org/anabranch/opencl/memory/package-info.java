/** Allocations, pinned blocks, and the table of handles. */
package org.anabranch.opencl.memory;
