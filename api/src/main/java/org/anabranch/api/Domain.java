package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A place with its own memory where work runs; part of one is a domain too. The host is a domain.
 * Once gone, a domain never comes back: hardware plugged in again is a new domain of the next
 * generation.
 */
@ProviderType
public non-sealed interface Domain extends Place {

    /** The life of a domain. */
    enum State {
        /** Known, being opened. */
        ADDED,
        /** Takes work. */
        ACTIVE,
        /** Takes no new work; brings home what is only valid there. */
        DRAINING,
        /** Ended. */
        GONE
    }

    /** {@return the id, such as {@code host} or {@code opencl:0}; parts have the mask appended} */
    String id();

    /** {@return the kind, such as {@code host} or {@code opencl}} */
    String kind();

    /** {@return which one of the domains that had this id, from 1} */
    int generation();

    /** {@return the present state} */
    State state();

    /** {@return whether this is the host, or part of it} */
    boolean isHost();

    /** {@return the processors of this domain} */
    ProcessorMask processors();

    /** {@return bytes of each kind of memory} */
    Map<MemoryKind, Long> memory();

    /** {@return the kernel formats that it runs} */
    Set<String> formats();

    /** {@return further properties as its backend names them, for people} */
    Map<String, String> properties();

    /**
     * Part of this domain, as a domain. The same mask gives the same part.
     *
     * @param mask some of {@link #processors}
     * @return the part
     * @throws RangeException if the mask is empty or leaves this domain
     * @throws DomainClosedException if the domain is not active
     * @throws UnknownDomainException if its backend cannot divide it
     */
    Domain part(ProcessorMask mask);

    /**
     * Even division.
     *
     * @param parts number of parts
     * @return that many disjoint parts
     * @throws RangeException if there are fewer processors
     */
    default List<Domain> split(int parts) {
        return processors().split(parts).stream().map(this::part).toList();
    }

    /**
     * Removes this part while the domain that it is part of goes on: it takes no new work; what is
     * enqueued may run until the time for draining is over and is then cancelled; what is only
     * valid there comes home, and its memory is given back. It is gone then, and the same mask
     * gives a new part. Waits, so it is not for tasks that run there. Nothing happens if it is gone
     * already.
     *
     * @throws IllegalStateException if it is no part, or another program has a stream in it
     */
    void remove();

    /**
     * How many open streams lie over each processor, wherever they were opened: in this domain, in
     * parts of it, or in what it is part of. Counted are the streams of this program, or of all
     * programs in a domain of a {@link Monitor}; those bound to no domain count nowhere.
     *
     * @return numbers of streams, in the order of {@link #processors}
     */
    int[] subscription();

    /** {@return the processors that {@link #subscription} says no stream lies over} */
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
     * Whether a buffer has an instance here now; false for the host, whose memory is the buffer's
     * own.
     *
     * @param buffer of the platform that this domain is of
     * @return whether it has one
     * @throws KernelArgumentException if the buffer is of another platform
     */
    boolean holds(Buffer buffer);

    /**
     * Makes an instance of a buffer ahead of use, without content: what a first action here would
     * wait for. Does nothing where there is one, and on the host. A device that runs out of memory
     * later takes it back as any other that nobody uses.
     *
     * @param buffer of the platform that this domain is of
     * @throws MemoryExhaustedException if there is no room
     * @throws DomainLostException if this domain vanishes meanwhile
     * @throws DomainClosedException if this domain is not active
     * @throws KernelArgumentException if the buffer is of another platform
     * @throws ClosedException if the buffer is closed
     */
    void instantiate(Buffer buffer);

    /**
     * Gives the instance of a buffer back. Waits for nothing and moves nothing: an instance stays
     * while an action uses the buffer, and while it has the only copy of something; {@link
     * Stream#fetch} brings that home.
     *
     * @param buffer of the platform that this domain is of
     * @return whether there is no instance any more; false for the host
     * @throws KernelArgumentException if the buffer is of another platform
     * @throws ClosedException if the buffer is closed
     */
    boolean evict(Buffer buffer);

    /**
     * A stream whose actions run here.
     *
     * @return a new stream, to be closed by the caller
     * @throws DomainClosedException if the domain is not active
     */
    default Stream stream() {
        return stream(StreamOptions.DEFAULT);
    }

    /**
     * A stream whose actions run here.
     *
     * @param options order, failure, transfers
     * @return a new stream, to be closed by the caller
     * @throws DomainClosedException if the domain is not active
     */
    Stream stream(StreamOptions options);
}
