/** Kernels: compiled, loaded, cut into work-groups, launched. */
package org.anabranch.opencl.kernel;
