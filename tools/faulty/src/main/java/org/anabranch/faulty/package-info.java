/** A device that fails, delays, reorders or vanishes on request. */
package org.anabranch.faulty;
