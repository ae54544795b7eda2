package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A processor, or a set of processors, with its own memory: a place where actions run. The host is
 * a domain, and a part of a domain is a domain. A domain that is gone never comes back: a device
 * that is plugged in again becomes a new domain with the next generation number, which {@link
 * Place#among} accepts in its place.
 */
@ProviderType
public non-sealed interface Domain extends Place {

    /** The life cycle of a domain. */
    enum State {
        /** Known, and being opened. */
        ADDED,
        /** Accepts work. */
        ACTIVE,
        /** Accepts no new work; transfers the data that is valid only there to the host. */
        DRAINING,
        /** Ended. */
        GONE
    }

    /**
     * {@return the id, such as {@code host} or {@code opencl:0}; the id of a part ends in its mask}
     */
    String id();

    /** {@return the kind, such as {@code host} or {@code opencl}} */
    String kind();

    /** {@return the generation: 1 for the first domain with this id, 2 for the next} */
    int generation();

    /** {@return the current state} */
    State state();

    /** {@return true if this is the host or part of it} */
    boolean isHost();

    /** {@return the processors of this domain} */
    ProcessorMask processors();

    /** {@return the size of each kind of memory, in bytes} */
    Map<MemoryKind, Long> memory();

    /** {@return the kernel formats that it can run} */
    Set<String> formats();

    /** {@return further properties, under the backend's names, for people to read} */
    Map<String, String> properties();

    /**
     * Returns part of this domain, as a domain. The same mask gives the same part.
     *
     * @param mask a subset of {@link #processors}
     * @return the part
     * @throws RangeException if the mask is empty or exceeds this domain
     * @throws DomainClosedException if the domain is not active
     * @throws UnknownDomainException if its backend cannot divide it
     */
    Domain part(ProcessorMask mask);

    /**
     * Divides this domain into parts of equal size, as far as possible.
     *
     * @param parts number of parts
     * @return that many disjoint parts
     * @throws RangeException if there are fewer processors
     */
    default List<Domain> split(int parts) {
        return processors().split(parts).stream().map(this::part).toList();
    }

    /**
     * Removes this part, while the domain that it belongs to stays active. The part accepts no new
     * work. Queued actions may run until the drain time has passed and are then cancelled. Data
     * that is valid only there is transferred to the host, and its memory is freed. After that the
     * part is gone, and the same mask gives a new part. Blocks until then, so tasks that run there
     * must not call it. Does nothing if the part is gone already.
     *
     * @throws IllegalStateException if it is no part, or another program has a stream in it
     */
    void remove();

    /**
     * Returns the number of open streams on each processor, whether they were opened in this
     * domain, in a part of it, or in the domain that it is part of. Counts the streams of this
     * program, or of all programs if the domain is that of a {@link Monitor}; streams that are
     * bound to no domain are not counted.
     *
     * @return numbers of streams, in the order of {@link #processors}
     */
    int[] subscription();

    /** {@return the processors on which, by {@link #subscription}, no stream is open} */
    default ProcessorMask available() {
        int[] streams = subscription();
        int[] processors = processors().processors();
        return ProcessorMask.of(
                IntStream.range(0, processors.length)
                        .filter(i -> streams[i] == 0)
                        .map(i -> processors[i])
                        .toArray());
    }

    /**
     * Returns true if a buffer has an instance here now. False for the host, whose memory is the
     * buffer's own.
     *
     * @param buffer a buffer of the same platform
     * @return true if it has an instance here
     * @throws KernelArgumentException if the buffer is of another platform
     */
    boolean holds(Buffer buffer);

    /**
     * Allocates an instance of a buffer ahead of use, without content, so that the first action
     * here need not wait for the allocation. Does nothing if there is one, or on the host. If the
     * device runs out of memory later, an unused instance is freed like any other.
     *
     * @param buffer a buffer of the same platform
     * @throws MemoryExhaustedException if there is no room
     * @throws DomainLostException if this domain vanishes meanwhile
     * @throws DomainClosedException if this domain is not active
     * @throws KernelArgumentException if the buffer is of another platform
     * @throws ClosedException if the buffer is closed
     */
    void instantiate(Buffer buffer);

    /**
     * Frees the instance of a buffer, if that is possible now. Neither blocks nor transfers data:
     * the instance stays while an action uses the buffer, and while it holds the only copy of some
     * data; {@link Stream#fetch} transfers that to the host.
     *
     * @param buffer a buffer of the same platform
     * @return true if there is no instance any more; false for the host
     * @throws KernelArgumentException if the buffer is of another platform
     * @throws ClosedException if the buffer is closed
     */
    boolean evict(Buffer buffer);

    /**
     * Opens a stream whose actions run here.
     *
     * @return a new stream, to be closed by the caller
     * @throws DomainClosedException if the domain is not active
     */
    default Stream stream() {
        return stream(StreamOptions.DEFAULT);
    }

    /**
     * Opens a stream whose actions run here.
     *
     * @param options order, failure, transfers
     * @return a new stream, to be closed by the caller
     * @throws DomainClosedException if the domain is not active
     */
    Stream stream(StreamOptions options);
}
