/** A device as its driver describes it, the settings, and a context on it. */
package org.anabranch.opencl.device;
