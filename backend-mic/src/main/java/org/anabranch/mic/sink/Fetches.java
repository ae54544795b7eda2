package org.anabranch.mic.sink;

import org.anabranch.mic.link.Received;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The files that threads of the card have asked the host for. Each request is answered: by the
 * file, by null if there is none, or by an {@link OutOfMemoryError} if there is no memory for it.
 * Thread-safe.
 */
final class Fetches {
    private final AtomicLong requests = new AtomicLong();
    private final Map<Long, Fetch> pending = new ConcurrentHashMap<>();

    /** One request. */
    static final class Fetch {
        final Long request;
        private byte[] content; // of the receiving thread, until it is over
        // guarded by this
        private OutOfMemoryError full;
        private boolean over;

        private Fetch(Long request) {
            this.request = request;
        }

        /**
         * Waits for the answer. An interrupt is for later.
         *
         * @return the file, or null
         * @throws OutOfMemoryError if there is no memory for it
         */
        synchronized byte[] await() {
            boolean interrupted = false;
            while (!over) {
                try {
                    wait();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (full != null) {
                throw full;
            }
            return content;
        }

        private synchronized void end(OutOfMemoryError why) {
            full = why;
            over = true;
            notifyAll();
        }
    }

    /** Begins a request, which is answered once it has been sent. */
    Fetch begin() {
        Fetch fetch = new Fetch(requests.incrementAndGet());
        pending.put(fetch.request, fetch);
        return fetch;
    }

    /** Takes a piece of an answer; for the receiving thread. */
    void fetched(Received frame) {
        Long request = frame.body().getLong();
        int total = frame.body().getInt();
        int offset = frame.body().getInt();
        Fetch fetch = pending.get(request);
        if (fetch == null) {
            return; // there was no memory for a piece before
        }
        OutOfMemoryError full = null;
        boolean whole = total < 0;
        if (!whole) {
            try {
                whole = add(fetch, total, offset, frame.bytes());
            } catch (OutOfMemoryError scarce) {
                full = scarce;
            }
        }
        if (whole || full != null) {
            end(fetch, full);
        }
    }

    /** Answers a request, with what has been added, or an error. */
    void end(Fetch fetch, OutOfMemoryError full) {
        pending.remove(fetch.request);
        fetch.end(full);
    }

    private static boolean add(Fetch fetch, int total, int offset, byte[] piece) {
        fetch.content = fetch.content == null ? new byte[total] : fetch.content;
        System.arraycopy(piece, 0, fetch.content, offset, piece.length);
        return offset + piece.length == total;
    }
}
