/** The comparison of a GPU with the host, with kernels by hand and with the driver's own speed. */
package org.anabranch.benchmarks.gpu;
