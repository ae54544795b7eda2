package org.anabranch.dense.factor;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The streams of a factorisation: one for the panels, and one per domain for the blocks of columns
 * that it owns, in turn. With a single domain they are the same stream, in which order follows from
 * the operands. Not thread-safe.
 *
 * <p>Panels are factored on the host if it is one of the domains, or if the first of them has no
 * format of the kernel: they are a chain of small steps, for which devices are slow.
 */
final class PanelStreams implements AutoCloseable {
    private final List<Stream> streams = new ArrayList<>();
    private final int owners;
    private final int panels;
    private final boolean panelsOnHost;

    PanelStreams(Domain host, List<Domain> domains, Kernel panel) {
        List<Domain> all = new ArrayList<>(domains);
        boolean able = !Collections.disjoint(domains.getFirst().formats(), panel.formats());
        if (!able && !domains.contains(host)) {
            all.add(host);
        }
        this.owners = domains.size();
        this.panels = Math.max(0, all.indexOf(host));
        this.panelsOnHost = all.contains(host);
        try {
            all.forEach(domain -> streams.add(domain.stream()));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Creates a crew; if that fails, closes the buffer that it would have used. */
    static PanelStreams beside(
            Buffer buffer, Platform platform, List<Domain> domains, Kernel panel) {
        try {
            return new PanelStreams(platform.host(), domains, panel);
        } catch (RuntimeException e) {
            buffer.close();
            throw e;
        }
    }

    boolean panelsOnHost() {
        return panelsOnHost;
    }

    /** Returns the number of the stream that updates a block of columns. */
    int owner(int block) {
        return block % owners;
    }

    /** Returns the number of the stream for panels. */
    int panels() {
        return panels;
    }

    int size() {
        return streams.size();
    }

    Stream stream(int number) {
        return streams.get(number);
    }

    /** Makes later actions of one stream on these ranges wait for actions of another. */
    void follow(int stream, int other, List<Event> done, Range... ranges) {
        if (stream != other && !done.isEmpty()) {
            stream(stream).waitFor(done, ranges);
        }
    }

    /** Makes later actions of the stream for panels wait for all other streams. */
    void gather() {
        Event[] marks =
                streams.stream()
                        .filter(stream -> stream != stream(panels))
                        .map(Stream::mark)
                        .toArray(Event[]::new);
        if (marks.length > 0) {
            stream(panels).waitFor(marks);
        }
    }

    /** Waits for all streams; throws the first failure, with the others suppressed. */
    void await() {
        AnabranchException failure = null;
        for (Stream stream : streams) {
            try {
                stream.await();
            } catch (AnabranchException e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Cancels the actions that have not begun, waits for the others, and closes the streams. */
    @Override
    public void close() {
        streams.forEach(Stream::closeNow);
    }
}
