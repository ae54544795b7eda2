/**
 * Workarounds for faults of single drivers, above all PoCL: a class for each fault. The rest of the
 * backend names no driver.
 */
package org.anabranch.opencl.quirks;
