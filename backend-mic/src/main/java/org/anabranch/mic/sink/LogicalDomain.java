package org.anabranch.mic.sink;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Launch;
import org.anabranch.spi.support.OrderedLanes;
import org.anabranch.spi.support.StagedCopy;

import java.util.ArrayList;
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
        this.workers = new Workers(card.properties, processors, card.shortage, card::giveUp);
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
        List<Spare> parts = new ArrayList<>(); // all of them first: it may be repeated until then
        for (Launch piece : LaunchFrame.read(frame).pieces()) {
            parts.add(new Spare(number++, piece));
        }
        for (int i = 0; i < parts.size(); i++) {
            workers.add(parts.get(i));
        }
    }

    /** Runs foreign code: whatever it throws is the failure of the launch. */
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

    /** All pieces of a launch, side by side; it ends with the last of them. */
    private final class Run extends CardOperation {
        private final RunPart[] parts;
        private final AtomicInteger left;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private int handedOver;

        Run(long number, Received frame) {
            super(number, LogicalDomain.this, frame);
            List<Launch> pieces = LaunchFrame.read(frame).pieces();
            parts = new RunPart[pieces.size()];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new RunPart(this, pieces.get(i));
            }
            left = new AtomicInteger(parts.length);
        }

        @Override
        void start(boolean mayEndHere) {
            if (mayEndHere && parts.length == 1 && mayRunHere(parts[0].piece)) {
                card.reception.during(parts[0]);
                return;
            }
            while (handedOver < parts.length) {
                workers.add(parts[handedOver++]);
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
        private final Errand errand =
                new Errand() {
                    @Override
                    void run() {
                        begins();
                        end(attempt());
                    }
                };

        Copy(long number, Received frame) {
            super(number, LogicalDomain.this, frame);
            source = frame.body().getLong();
            from = Fields.region(frame.body());
            target = frame.body().getLong();
            to = Fields.region(frame.body());
        }

        private Throwable attempt() {
            try {
                StagedCopy.copy(card.memory.of(source), from, card.memory.of(target), to);
                return null;
            } catch (Throwable refused) {
                return refused;
            }
        }

        @Override
        void start(boolean mayEndHere) {
            card.within.submit(errand);
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
                card.replies.reply(FrameKind.DONE, number);
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
