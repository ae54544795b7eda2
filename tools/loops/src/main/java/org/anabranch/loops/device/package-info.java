/**
 * Proved loops on a device: the kernel that a body becomes, the memory that goes there and comes
 * back, and the trial in which each device proves that its arithmetic is Java's.
 */
package org.anabranch.loops.device;
