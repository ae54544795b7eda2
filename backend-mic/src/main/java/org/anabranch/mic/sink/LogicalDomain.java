package org.anabranch.mic.sink;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Launch;
import org.anabranch.spi.support.OrderedLanes;
import org.anabranch.spi.support.StagedCopy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Some of the card's cores, with lanes of their own. */
final class LogicalDomain {
    final SinkCard card;
    final OrderedLanes lanes = new OrderedLanes();
    final Workers workers;
    private final boolean anywhere;

    LogicalDomain(SinkCard card, int[] processors) {
        this.card = card;
        this.workers = new Workers(card.properties, processors);
        this.anywhere = card.properties.isUnbound(processors.length);
    }

    void transfer(long number, boolean toCard, Received frame) {
        lanes.add(new SinkTransfer(number, this, toCard, frame));
    }

    void run(long number, Received frame) {
        lanes.add(new Run(number, frame));
    }

    void copy(long number, Received frame) {
        lanes.add(new Copy(number, frame));
    }

    /** Parts of a task, numbered, which the host may take back until they begin. */
    void offer(Received frame) {
        long number = frame.body().getLong();
        for (Launch piece : LaunchFrame.read(frame).pieces()) {
            workers.add(new Spare(number++, piece));
        }
    }

    private Throwable attempt(Launch launch) {
        try {
            card.kernels.run(launch, card.memory::of);
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    /** Sooner run than handed over; but part of a card is its own cores only. */
    private boolean mayRunHere(Launch launch) {
        return anywhere && card.kernels.isShort(launch.handle());
    }

    private static void runHere(RunPart part) {
        part.run();
        Thread.interrupted(); // a kernel's own
        part.end();
    }

    /** All pieces of a launch, side by side; it ends with the last of them. */
    private final class Run extends CardOperation {
        private final List<Launch> pieces;
        private final AtomicInteger left;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Run(long number, Received frame) {
            super(number, lanes, card.replies, frame);
            pieces = LaunchFrame.read(frame).pieces();
            left = new AtomicInteger(pieces.size());
        }

        @Override
        protected void begin(boolean mayEndHere) {
            if (mayEndHere && pieces.size() == 1 && mayRunHere(pieces.getFirst())) {
                card.reception.during(() -> runHere(new RunPart(this, pieces.getFirst())));
                return;
            }
            for (Launch piece : pieces) {
                workers.add(new RunPart(this, piece));
            }
        }
    }

    private final class RunPart implements Workers.Part {
        private final Run run;
        private final Launch piece;

        RunPart(Run run, Launch piece) {
            this.run = run;
            this.piece = piece;
        }

        @Override
        public void run() {
            run.begins();
            Throwable failure = attempt(piece);
            if (failure != null) {
                run.failure.compareAndSet(null, failure);
            }
        }

        @Override
        public void end() {
            if (run.left.decrementAndGet() == 0) {
                run.end(run.failure.get());
            }
        }

        @Override
        public long number() {
            return 0;
        }
    }

    private final class Copy extends CardOperation {
        private final long source;
        private final Region from;
        private final long target;
        private final Region to;

        Copy(long number, Received frame) {
            super(number, lanes, card.replies, frame);
            source = frame.body().getLong();
            from = Fields.region(frame.body());
            target = frame.body().getLong();
            to = Fields.region(frame.body());
        }

        @Override
        protected void begin(boolean mayEndHere) {
            card.within.submit(
                    () -> {
                        Throwable failure = null;
                        begins();
                        try {
                            StagedCopy.copy(
                                    card.memory.of(source), from, card.memory.of(target), to);
                        } catch (RuntimeException | Error refused) {
                            failure = refused;
                        }
                        end(failure);
                    });
        }
    }

    private final class Spare implements Workers.Part {
        private final long number;
        private final Launch piece;
        private Throwable failure;

        Spare(long number, Launch piece) {
            this.number = number;
            this.piece = piece;
        }

        @Override
        public void run() {
            failure = attempt(piece);
        }

        @Override
        public void end() {
            if (failure == null) {
                card.replies.done(number);
            } else {
                card.replies.failed(number, failure);
            }
        }

        @Override
        public long number() {
            return number;
        }
    }
}
