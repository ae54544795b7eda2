package org.anabranch.conformance;

import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Liars of chapter 5. */
final class StealLiars {
    private StealLiars() {}

    private static final List<Liar> ALL =
            List.of(
                    liar(
                            "5.1",
                            "accepts offers and does nothing",
                            "an accepted offer never completed",
                            answering(true)),
                    liar(
                            "5.1",
                            "runs offers that it refuses",
                            "an offer that was refused ran 1 times",
                            RunsRefused::new),
                    liar(
                            "5.1",
                            "completes an offer twice",
                            "an accepted offer was completed 2 times",
                            CompletesTwice::new),
                    liar("5.1", "refuses all offers", "every offer was refused", answering(false)),
                    liar(
                            "5.1",
                            "has room for fewer than no tasks",
                            "hungry returned a negative number",
                            below ->
                                    new ForwardingPort(below) {
                                        @Override
                                        public int hungry() {
                                            return -1;
                                        }
                                    }),
                    liar(
                            "5.2",
                            "lets a task without a launch be stolen",
                            "steal returned a task without a launch or a completion",
                            below ->
                                    new ForwardingPort(below) {
                                        @Override
                                        public Stolen steal() {
                                            Stolen stolen = below.steal();
                                            return stolen == null
                                                    ? null
                                                    : new Stolen(null, stolen.completion());
                                        }
                                    }),
                    liar(
                            "5.2",
                            "lets a task be stolen that it has begun",
                            "an element of a loop that was stolen from was run 2 times",
                            GivesAwayBegun::new),
                    liar(
                            "5.2",
                            "does not wait for stolen parts",
                            "a task ended before a part that was stolen from it",
                            DoesNotWait::new));

    static List<Liar> all() {
        return ALL;
    }

    private static Liar liar(
            String rule, String lie, String verdict, UnaryOperator<StealPort> port) {
        UnaryOperator<Backend.Device> device =
                below -> {
                    StealPort lying = port.apply(below.stealPort().orElseThrow());
                    return new ForwardingDevice(below) {
                        @Override
                        public Optional<StealPort> stealPort() {
                            return Optional.of(lying);
                        }
                    };
                };
        return Liar.device(rule, lie, verdict, device);
    }

    /** A port that answers all offers in this way, and does nothing. */
    private static UnaryOperator<StealPort> answering(boolean answer) {
        return below ->
                new ForwardingPort(below) {
                    @Override
                    public boolean offer(Launch launch, Completion completion) {
                        return answer;
                    }
                };
    }

    private static class ForwardingPort implements StealPort {
        final StealPort below;

        ForwardingPort(StealPort below) {
            this.below = below;
        }

        @Override
        public int hungry() {
            return below.hungry();
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            return below.offer(launch, completion);
        }

        @Override
        public Stolen steal() {
            return below.steal();
        }
    }

    private static final class RunsRefused extends ForwardingPort {
        private final AtomicInteger count = new AtomicInteger();

        RunsRefused(StealPort below) {
            super(below);
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            boolean secretly = count.incrementAndGet() % 5 == 0;
            return below.offer(launch, secretly ? Liar.NOBODY : completion) && !secretly;
        }
    }

    private static final class CompletesTwice extends ForwardingPort {
        CompletesTwice(StealPort below) {
            super(below);
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            return below.offer(launch, new Countdown(1, completion, completion));
        }
    }

    /** Gives away the task offered last, as if a worker had not begun it. */
    private static final class GivesAwayBegun extends ForwardingPort {
        private Stolen last;

        GivesAwayBegun(StealPort below) {
            super(below);
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            Countdown both = new Countdown(2, completion);
            boolean taken = below.offer(launch, both);
            last = taken ? new Stolen(launch, both) : null;
            return taken;
        }

        @Override
        public Stolen steal() {
            Stolen begun = last;
            last = null;
            return begun;
        }
    }

    private static final class DoesNotWait extends ForwardingPort {
        DoesNotWait(StealPort below) {
            super(below);
        }

        @Override
        public Stolen steal() {
            Stolen stolen = below.steal();
            if (stolen == null) {
                return null;
            }
            stolen.completion().done();
            return new Stolen(stolen.launch(), Liar.NOBODY);
        }
    }

    /** Tells after as many ends. */
    private static final class Countdown implements Completion {
        private final AtomicInteger left;
        private final Completion[] above;

        Countdown(int ends, Completion... above) {
            this.left = new AtomicInteger(ends);
            this.above = above;
        }

        @Override
        public void done() {
            if (left.decrementAndGet() == 0) {
                for (Completion completion : above) {
                    completion.done();
                }
            }
        }

        @Override
        public void failed(Throwable cause) {
            for (Completion completion : above) {
                completion.failed(cause);
            }
        }
    }
}
