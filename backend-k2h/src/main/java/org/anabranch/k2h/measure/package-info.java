/** The measurement of prices on a device, written as a board file. */
package org.anabranch.k2h.measure;
