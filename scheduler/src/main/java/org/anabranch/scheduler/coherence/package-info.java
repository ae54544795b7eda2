/**
 * Buffers, what of them is valid in which memory, and the transfers that this takes.
 *
 * <p>Knows the memory of a device as a {@code Store}: allocate, free, read, write. Read {@code
 * CoherenceDirectory} first.
 */
package org.anabranch.scheduler.coherence;
