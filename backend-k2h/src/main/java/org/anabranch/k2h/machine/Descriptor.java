package org.anabranch.k2h.machine;

/**
 * A message descriptor: a fixed number of words in MSMC that travels through hardware queues. At
 * any time it is owned by one queue or by the one core that popped it; only the owner reads or
 * writes the words.
 */
public final class Descriptor {
    private final DescriptorRegion region;
    private final int index;
    private final long[] words;

    /** The queue that it is in, or null; guarded by that queue's push and pop. */
    volatile HardwareQueue in;

    Descriptor(DescriptorRegion region, int index, int words) {
        this.region = region;
        this.index = index;
        this.words = new long[words];
    }

    /** {@return the region that it lies in} */
    public DescriptorRegion region() {
        return region;
    }

    /** {@return its words, for the owner} */
    public long[] words() {
        return words;
    }

    /** {@return the queue that it is in, or null if a core owns it} */
    public HardwareQueue queue() {
        return in;
    }

    /** {@return its address for a DSP} */
    public long address() {
        return region.address() + (long) index * words.length * Long.BYTES;
    }

    @Override
    public String toString() {
        return "descriptor " + index + " at 0x" + Long.toHexString(address());
    }
}
