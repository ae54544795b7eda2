package org.anabranch.api;

import java.util.Objects;

/**
 * Properties of a buffer. Immutable.
 *
 * @param name a name for messages and listings, or an empty string for a number
 * @param memory the kind of memory that instances should use where kernels run. By the host's own
 *     instance data comes and goes, so that is ordinary memory always, and copies may use it
 * @param strict whether other memory is an error: a kernel that uses the buffer then runs in no
 *     domain without that kind of memory, the host among them, and a {@link
 *     MemoryExhaustedException} says so, thrown by the enqueue or by its event. If not, ordinary
 *     memory is taken and the log says so
 * @param pinned whether the instance on the host is to be locked in main memory, so that it is
 *     never moved out; what the system allows to lock may be little
 */
public record BufferOptions(String name, MemoryKind memory, boolean strict, boolean pinned) {

    /** Ordinary memory, numbered. */
    public static final BufferOptions DEFAULT = new BufferOptions("", MemoryKind.NORMAL, false);

    /** Checks for null. */
    public BufferOptions {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(memory, "memory");
    }

    /**
     * Not pinned.
     *
     * @param name a name for messages and listings, or an empty string for a number
     * @param memory the kind of memory that instances on devices should use
     * @param strict whether another kind of memory is an error
     */
    public BufferOptions(String name, MemoryKind memory, boolean strict) {
        this(name, memory, strict, false);
    }

    /**
     * The default with a name.
     *
     * @param name for messages and listings
     * @return the options
     */
    public static BufferOptions named(String name) {
        return new BufferOptions(name, MemoryKind.NORMAL, false);
    }
}
