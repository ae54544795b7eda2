/** Kernels: their arguments, where they run, and how they run on the host. */
package org.anabranch.scheduler.kernel;
