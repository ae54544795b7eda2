/**
 * The execution of proved loops on devices: the kernel made from a body, the transfer of its
 * memory, and the self-test in which each device proves that its arithmetic is Java's.
 */
package org.anabranch.loops.device;
