/** The driver's functions, status codes and handles. Uses nothing but the boundary. */
package org.anabranch.opencl.driver;
