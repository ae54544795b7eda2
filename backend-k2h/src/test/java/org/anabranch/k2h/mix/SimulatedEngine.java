package org.anabranch.k2h.mix;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Timeline;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Does one thing after the other, each of which takes some simulated time. */
final class SimulatedEngine {
    private final Timeline timeline;
    private final int seat;
    private final Thread thread;

    @GuardedBy("this")
    private final Queue<Piece> pieces = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean closed;

    private record Piece(long nanos, Consumer<Completion> operation, Completion told) {}

    SimulatedEngine(Timeline timeline, int seat) {
        this.timeline = timeline;
        this.seat = seat;
        this.thread = Thread.ofPlatform().daemon().name("simulated-" + seat).start(this::work);
    }

    void add(long nanos, Consumer<Completion> operation, Completion told) {
        synchronized (this) {
            pieces.add(new Piece(nanos, operation, told));
        }
        timeline.unpark(thread);
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        timeline.unpark(thread);
    }

    private synchronized Piece next() {
        return pieces.poll();
    }

    private synchronized boolean isOver() {
        return closed && pieces.isEmpty();
    }

    private void work() {
        timeline.enter(seat);
        while (!isOver()) {
            Piece piece = next();
            if (piece == null) {
                timeline.park(this, Long.MAX_VALUE);
            } else {
                spend(timeline, piece.nanos());
                perform(piece);
            }
        }
        timeline.exit(seat);
    }

    /** The calling thread is busy for so long. */
    static void spend(Timeline timeline, long nanos) {
        long end = timeline.nanos() + nanos;
        boolean woken = false;
        for (long left = nanos; left > 0; left = end - timeline.nanos()) {
            timeline.park(timeline, left);
            woken |= timeline.nanos() < end;
        }
        if (woken) {
            timeline.unpark(Thread.currentThread()); // who meant it finds it done
        }
    }

    /** In no time; another thread may do it. */
    private static void perform(Piece piece) {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        piece.operation()
                .accept(
                        new Completion() {
                            @Override
                            public void done() {
                                end.complete(null);
                            }

                            @Override
                            public void failed(Throwable cause) {
                                end.complete(cause);
                            }
                        });
        Throwable failure = end.join();
        if (failure == null) {
            piece.told().done();
        } else {
            piece.told().failed(failure);
        }
    }
}
