package org.anabranch.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * Several streams that are closed together, best by try-with-resources. Immutable and thread-safe.
 *
 * @param streams in the order in which they are closed
 */
public record Streams(List<Stream> streams) implements AutoCloseable, Iterable<Stream> {

    /** Copies the list. */
    public Streams {
        for (int i = 0; i < streams.size(); i++) {
            Objects.requireNonNull(streams.get(i), "stream " + i);
        }
        streams = List.copyOf(streams);
    }

    /**
     * Opens a stream in each domain. If one cannot be opened, closes the others.
     *
     * @param domains the domains, in order
     * @return the streams, to be closed by the caller
     * @throws DomainClosedException if one is not active
     */
    public static Streams in(Collection<? extends Domain> domains) {
        List<Stream> opened = new ArrayList<>();
        try {
            for (Domain domain : domains) {
                Objects.requireNonNull(domain, "domain " + opened.size());
                opened.add(domain.stream());
            }
            return new Streams(opened);
        } catch (Throwable refused) {
            opened.forEach(Stream::close); // nothing was enqueued, so nothing is thrown
            throw refused;
        }
    }

    /**
     * Returns one of the streams.
     *
     * @param index from 0
     * @return the stream
     * @throws IndexOutOfBoundsException if there is none
     */
    public Stream get(int index) {
        return streams.get(index);
    }

    /** {@return the number of streams} */
    public int size() {
        return streams.size();
    }

    @Override
    public Iterator<Stream> iterator() {
        return streams.iterator();
    }

    /**
     * Closes all streams, each as {@link Stream#close} does. All are closed even if some throw; the
     * first failure is thrown, and the others are suppressed exceptions of it.
     *
     * @throws ActionFailedException if an action failed
     * @throws ActionCancelledException if none failed but some were cancelled
     */
    @Override
    public void close() {
        RuntimeException first = null;
        for (Stream stream : streams) {
            try {
                stream.close();
            } catch (RuntimeException failure) {
                if (first == null) {
                    first = failure;
                } else if (first != failure) {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
