/** Prices measured on a device, written as a board's file. */
package org.anabranch.k2h.measure;
