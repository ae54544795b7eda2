package org.anabranch.api;

import java.util.Objects;

/**
 * Properties of a buffer. Immutable.
 *
 * @param name a name for messages and listings; if empty, the buffer gets a numbered one
 * @param memory the kind of memory that instances on devices should use. The host instance is
 *     always in ordinary memory, because transfers pass through it, and copies may use it
 * @param strict true if no other kind of memory may be used. A kernel that uses the buffer then
 *     cannot run in a domain without that kind, such as the host; the enqueue throws {@link
 *     MemoryExhaustedException}, or its event reports it. If false, ordinary memory is used
 *     instead, with a log entry
 * @param pinned true if the host instance is to be locked in main memory, so that it is never paged
 *     out; operating systems limit how much memory may be locked
 */
public record BufferOptions(String name, MemoryKind memory, boolean strict, boolean pinned) {

    /** The default: ordinary memory and a numbered name. */
    public static final BufferOptions DEFAULT = new BufferOptions("", MemoryKind.NORMAL, false);

    /** Checks for null. */
    public BufferOptions {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(memory, "memory");
    }

    /**
     * Creates options that are not pinned.
     *
     * @param name a name for messages and listings; if empty, the buffer gets a numbered one
     * @param memory the kind of memory that instances on devices should use
     * @param strict true if no other kind of memory may be used
     */
    public BufferOptions(String name, MemoryKind memory, boolean strict) {
        this(name, memory, strict, false);
    }

    /**
     * Returns the default options with a name.
     *
     * @param name for messages and listings
     * @return the options
     */
    public static BufferOptions named(String name) {
        return new BufferOptions(name, MemoryKind.NORMAL, false);
    }
}
