package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.K2hException;

import java.util.ArrayList;
import java.util.List;

/**
 * A memory region of equal descriptors, registered with a queue manager before its descriptors can
 * be pushed (K2H-Q2).
 */
public final class DescriptorRegion {
    private final MemoryBlock memory;
    private final List<Descriptor> descriptors = new ArrayList<>();

    /**
     * Divides memory into descriptors.
     *
     * @param words 8-byte words per descriptor
     */
    public DescriptorRegion(MemoryBlock memory, int count, int words) {
        if ((long) count * words * Long.BYTES > memory.bytes()) {
            throw new K2hException.Queue(
                    count + " descriptors of " + words + " words do not fit into " + memory);
        }
        this.memory = memory;
        for (int i = 0; i < count; i++) {
            descriptors.add(new Descriptor(this, i, words));
        }
    }

    /** {@return its first address for a DSP} */
    public long address() {
        return memory.address();
    }

    /** {@return the descriptors} */
    public List<Descriptor> descriptors() {
        return List.copyOf(descriptors);
    }
}
