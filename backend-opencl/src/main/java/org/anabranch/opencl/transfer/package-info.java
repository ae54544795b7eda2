/** Copies: from and to the program's memory, and within the device. */
package org.anabranch.opencl.transfer;
