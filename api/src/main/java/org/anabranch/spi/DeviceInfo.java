package org.anabranch.spi;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The description of a device before it is opened. Immutable.
 *
 * @param id unique and stable, such as {@code acme:0}: the kind, a colon, and a distinguishing
 *     suffix
 * @param processors compute units, at least 1
 * @param lanes in-order queues, at least 1: the number of operations it can work on at a time
 * @param memory bytes of each kind, {@link MemoryKind#NORMAL} at least
 * @param formats kernel formats that it can run
 * @param divisible true if {@link Backend#open} accepts a mask of some of the processors
 * @param ordersOperations true if the device itself waits for the operations named in {@link
 *     Order#after} (rule 2.7)
 * @param properties further properties, for people; but see {@link #isHostProcessor}
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
     * Copies and checks the values.
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
     * Returns the description of a simple device: ordinary memory only, indivisible, not ordering
     * operations, without further properties. The {@code with...} methods add to it.
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
     * {@return this description with one more kind of memory, or another size of it}
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

    /** {@return this description, but {@link #divisible}} */
    public DeviceInfo withParts() {
        return new DeviceInfo(
                id, processors, lanes, memory, formats, true, ordersOperations, properties);
    }

    /**
     * {@return this description of a device that itself waits for the operations named in {@link
     * Order#after}}
     */
    public DeviceInfo withOrder() {
        return new DeviceInfo(id, processors, lanes, memory, formats, divisible, true, properties);
    }

    /**
     * {@return this description with one more property}
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
     * {@return true if the device is the host's own processor under another name, so not an
     * additional one: its property {@code type} is {@code cpu}}
     */
    public boolean isHostProcessor() {
        return "cpu".equals(properties.get("type"));
    }

    /** {@return the mask of all processors} */
    public ProcessorMask mask() {
        return ProcessorMask.range(0, processors);
    }
}
