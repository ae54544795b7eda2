package org.anabranch.spi;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What there is to know of a device before it is opened. Immutable.
 *
 * @param id unique and stable, such as {@code acme:0}: the kind, a colon, and what distinguishes it
 * @param processors compute units, at least 1
 * @param lanes in-order queues, at least 1: how many operations it works on at a time
 * @param memory bytes of each kind, {@link MemoryKind#NORMAL} at least
 * @param formats kernel formats that it runs
 * @param divisible whether {@link Backend#open} takes a mask of some processors
 * @param ordersOperations whether it waits for the operations named in {@link Order#after} by
 *     itself (rule 2.7)
 * @param properties anything else, for people; but see {@link #isHostProcessor}
 */
public record DeviceInfo(
        String id,
        int processors,
        int lanes,
        Map<MemoryKind, Long> memory,
        Set<String> formats,
        boolean divisible,
        boolean ordersOperations,
        Map<String, String> properties) {

    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if the id has no kind, a count is not positive, or ordinary
     *     memory is missing
     */
    public DeviceInfo {
        memory = Map.copyOf(memory);
        formats = Set.copyOf(formats);
        properties = Map.copyOf(properties);
        if (id.indexOf(':') < 1
                || processors < 1
                || lanes < 1
                || !memory.containsKey(MemoryKind.NORMAL)) {
            throw new IllegalArgumentException(
                    "device "
                            + id
                            + ": an id is kind:name, and processors, lanes and ordinary memory are"
                            + " needed");
        }
    }

    /**
     * A plain device: ordinary memory only, indivisible, not ordering operations, without further
     * properties; {@code with...} says what it has besides.
     *
     * @param id unique and stable
     * @param lanes in-order queues, and processors
     * @param bytes of memory
     * @param format kernel format
     * @return the description
     */
    public static DeviceInfo plain(String id, int lanes, long bytes, String format) {
        return new DeviceInfo(
                id,
                lanes,
                lanes,
                Map.of(MemoryKind.NORMAL, bytes),
                Set.of(format),
                false,
                false,
                Map.of());
    }

    /**
     * {@return this, with memory of one more kind, or another size of it}
     *
     * @param kind of memory
     * @param bytes of it
     */
    public DeviceInfo withMemory(MemoryKind kind, long bytes) {
        Map<MemoryKind, Long> all = new HashMap<>(memory);
        all.put(kind, bytes);
        return new DeviceInfo(
                id, processors, lanes, all, formats, divisible, ordersOperations, properties);
    }

    /** {@return this, but {@link #divisible}} */
    public DeviceInfo withParts() {
        return new DeviceInfo(
                id, processors, lanes, memory, formats, true, ordersOperations, properties);
    }

    /** {@return this, but waiting by itself for the operations named in {@link Order#after}} */
    public DeviceInfo withOrder() {
        return new DeviceInfo(id, processors, lanes, memory, formats, divisible, true, properties);
    }

    /**
     * {@return this, with one property more}
     *
     * @param name of the property
     * @param value for people
     */
    public DeviceInfo withProperty(String name, String value) {
        Map<String, String> all = new HashMap<>(properties);
        all.put(name, value);
        return new DeviceInfo(
                id, processors, lanes, memory, formats, divisible, ordersOperations, all);
    }

    /** {@return the part of the id before the colon} */
    public String kind() {
        return id.substring(0, id.indexOf(':'));
    }

    /**
     * {@return whether this is the host's own processor under another name, and so no second one:
     * property {@code type} is {@code cpu}}
     */
    public boolean isHostProcessor() {
        return "cpu".equals(properties.get("type"));
    }

    /** {@return the mask of all processors} */
    public ProcessorMask mask() {
        return ProcessorMask.range(0, processors);
    }
}
