package org.anabranch.mic.card;

import org.anabranch.api.MemoryKind;
import org.anabranch.spi.DeviceException;

import java.util.EnumMap;
import java.util.Map;

/**
 * Counts the bytes of a card, so that an allocation is granted or refused without asking it. For
 * any thread.
 */
public final class MemoryBudget {
    private final String card;
    private final Map<MemoryKind, Long> free;

    public MemoryBudget(String card, Map<MemoryKind, Long> bytes) {
        this.card = card;
        this.free = new EnumMap<>(bytes);
    }

    public synchronized void take(long bytes, MemoryKind kind) throws DeviceException {
        Long left = free.get(kind);
        if (left == null || bytes > left) {
            throw new DeviceException(
                    card
                            + (left == null ? " has no memory" : " has " + left + " bytes")
                            + " of the kind "
                            + kind
                            + (left == null ? "" : " left, not " + bytes));
        }
        free.put(kind, left - bytes);
    }

    public synchronized void give(long bytes, MemoryKind kind) {
        free.merge(kind, bytes, Long::sum);
    }
}
