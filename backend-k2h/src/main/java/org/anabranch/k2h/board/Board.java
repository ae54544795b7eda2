package org.anabranch.k2h.board;

import java.util.Objects;

/**
 * A board: the parts of the machine of a run, with their prices and power. Immutable.
 *
 * @param name one word
 * @param description one line for people
 * @param arm the ARM cores, at least one; they share a cache
 * @param dsp the DSPs, each with a cache of its own
 * @param msmcBytes on-chip memory that all share
 * @param ddrBytes memory off the chip
 * @param queues the queue managers
 * @param prices the price of each operation
 * @param watts constant power of the rest of the board
 */
public record Board(
        String name,
        String description,
        Cores arm,
        Cores dsp,
        long msmcBytes,
        long ddrBytes,
        Queues queues,
        CostTable prices,
        double watts) {
    /**
     * The size of the longest cache line that a board may have, in bytes: allocations are multiples
     * of it.
     */
    public static final int LINE = 128;

    /** The size of a message descriptor in bytes. */
    public static final int DESCRIPTOR_BYTES = 48 * Long.BYTES;

    /** The paper's board, TI's 66AK2H: four Cortex-A15 and eight C66x. */
    public static final Board K2H = BoardFile.shipped("k2h");

    /**
     * The queues that a run needs besides two per DSP and one per ARM core: the pool, SQ1 to SQ3.
     */
    private static final int SHARED_QUEUES = 4;

    /**
     * Checks the relations between parts.
     *
     * @throws K2hException.Program if queues or descriptors do not fit
     */
    public Board {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        if (arm.count() < 1 || dsp.count() < 0 || queues.descriptors() < 1) {
            throw new K2hException.Program(
                    "at least 1 ARM core, 0 DSPs and 1 descriptor are needed, not %s, %s and %s"
                            .formatted(arm.count(), dsp.count(), queues.descriptors()));
        }
        int first = SHARED_QUEUES + 2 * dsp.count() + (queues.managers() < 2 ? arm.count() : 0);
        if (Math.max(first, arm.count()) > queues.perManager()) {
            throw new K2hException.Program(
                    "%s ARM cores and %s DSPs need %s queues of one manager; it has %s"
                            .formatted(arm.count(), dsp.count(), first, queues.perManager()));
        }
        long pool = (long) queues.descriptors() * DESCRIPTOR_BYTES;
        if (pool > msmcBytes) {
            throw new K2hException.Program(
                    "%s descriptors of %s bytes do not fit into %s bytes of MSMC"
                            .formatted(queues.descriptors(), DESCRIPTOR_BYTES, msmcBytes));
        }
    }

    /** {@return the cores of a side} */
    public Cores cores(Side side) {
        return side == Side.ARM ? arm : dsp;
    }

    /** {@return the size of a memory in bytes} */
    public long bytes(Bank bank) {
        return bank == Bank.MSMC ? msmcBytes : ddrBytes;
    }

    /** {@return the number of its cores, which is that of workers} */
    public int workers() {
        return arm.count() + dsp.count();
    }

    /** {@return this board with so many cores} */
    public Board cores(int arms, int dsps) {
        return with(arm.count(arms), dsp.count(dsps), queues);
    }

    /** {@return this board with caches of so many bytes} */
    public Board caches(int armBytes, int dspBytes) {
        return with(arm.cacheBytes(armBytes), dsp.cacheBytes(dspBytes), queues);
    }

    /** {@return this board with so many descriptors} */
    public Board descriptors(int count) {
        return with(arm, dsp, queues.descriptors(count));
    }

    private Board with(Cores arms, Cores dsps, Queues fabric) {
        return new Board(name, description, arms, dsps, msmcBytes, ddrBytes, fabric, prices, watts);
    }

    /** {@return its name and cores} */
    @Override
    public String toString() {
        return "%s (%s ARM, %s DSP)".formatted(name, arm.count(), dsp.count());
    }
}
