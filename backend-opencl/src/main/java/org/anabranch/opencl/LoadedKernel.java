package org.anabranch.opencl;

/**
 * A kernel that is ready to run.
 *
 * @param handle the driver's kernel
 * @param name for messages
 * @param arguments number of parameters of its function
 * @param limits what its work-groups may be
 */
record LoadedKernel(ClHandle handle, String name, int arguments, WorkGroups.Limits limits) {}
