/** Boxes of bytes within a buffer, and maps from such boxes to values. Uses no other floor. */
package org.anabranch.scheduler.region;
