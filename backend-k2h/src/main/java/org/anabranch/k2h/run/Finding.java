package org.anabranch.k2h.run;

/**
 * A finding of the checker.
 *
 * @param kind the kind
 * @param core the core
 * @param task the task, or the runtime
 * @param address of the byte, 0 if there is none
 * @param line address of its 128-byte line
 * @param detail for people
 */
public record Finding(Kind kind, String core, String task, long address, long line, String detail) {

    /** The kinds of findings. */
    public enum Kind {
        /** A core read a value other than the last one written. */
        STALE_READ,
        /** A task wrote outside the operands declared around it (K2H-C5). */
        UNDECLARED_WRITE,
        /** A line that was written back overwrote what another core had written (K2H-C6). */
        FALSE_SHARING,
        /** A dirty line was invalidated without being written back. */
        LOST_WRITE,
        /** Descriptors are missing from the pool at the end. */
        DESCRIPTOR_LEAK,
        /** A queue still holds descriptors, or is open, at the end. */
        QUEUE_LEAK,
        /** A core used an address of the other side. */
        FOREIGN_ADDRESS,
        /** A core accessed a deque of an ARM core by its address. */
        ARM_DEQUE,
        /** A core accessed a finish object of the ARM side by its address. */
        ARM_FINISH
    }

    @Override
    public String toString() {
        return String.format(
                "%s by %s on %s at 0x%s, line 0x%s: %s",
                kind, task, core, Long.toHexString(address), Long.toHexString(line), detail);
    }
}
