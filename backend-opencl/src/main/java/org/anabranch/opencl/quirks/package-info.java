/**
 * What single drivers do wrong, PoCL before all, and how this process is kept from it: a class for
 * each fault. Nothing else of the backend names a driver.
 */
package org.anabranch.opencl.quirks;
