package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.conformance.Liar.LyingBackend;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.faulty.FaultyDevice;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Liars of chapter 4. */
final class EndLiars {
    private static final Queue<Runnable> CLEANUP = new ConcurrentLinkedQueue<>();

    private EndLiars() {}

    private static final List<Liar> ALL =
            List.of(
                    Liar.device(
                            "4.1",
                            "drops what waits at close",
                            "was completed 0 times",
                            Withholding::new),
                    Liar.device("4.1", "closes later", "was completed 0 times", ClosesLater::new),
                    Liar.device(
                            "4.1",
                            "throws from a second close",
                            "a second close: close threw java.lang.IllegalStateException: already"
                                    + " closed",
                            ClosesOnce::new),
                    Liar.device(
                            "4.2",
                            "throws from operations after close",
                            "an operation after close: write threw java.lang.IllegalStateException:"
                                    + " closed",
                            afterClose(
                                    completion -> {
                                        throw new IllegalStateException("closed");
                                    })),
                    Liar.device(
                            "4.2",
                            "ignores operations after close",
                            "an operation after close never completed",
                            afterClose(completion -> Liar.NOBODY)),
                    Liar.device(
                            "4.2",
                            "reports operations after close as done",
                            "an operation after close was reported as done",
                            afterClose(
                                    completion -> {
                                        completion.done();
                                        return Liar.NOBODY;
                                    })),
                    mortal("4.3", "fails with something else", "failed with", FailsOtherwise::new),
                    mortal(
                            "4.3",
                            "forgets what was outstanding",
                            "never completed",
                            ForgetsOutstanding::new),
                    mortal("4.3", "lives on", "was reported as done", LivesOn::new),
                    Liar.device(
                            "4.4",
                            "leaves a thread behind",
                            "after 8 times of opening and closing there are 8 more threads",
                            LeavesThread::new),
                    Liar.device(
                            "4.4",
                            "leaves an open file behind",
                            "after 8 times of opening and closing there are 8 more open files",
                            LeavesFile::new),
                    Liar.device(
                            "4.4",
                            "leaves a process behind",
                            "after 8 times of opening and closing there are 8 more processes",
                            LeavesProcess::new),
                    new Liar(
                            "4.4",
                            "leaves memory",
                            "made the process grow",
                            new LyingBackend(Liar.reference(2, 8 << 20), LeavesMemory::new)),
                    idle(
                            "does not report its loss",
                            "the loss of the idle device was not reported within",
                            LostInSilence::new),
                    idle(
                            "reports its loss twice",
                            "one loss was reported 2 times",
                            TellsTwice::new),
                    idle(
                            "reports close as a loss",
                            "the end of a device that was closed was reported as a loss",
                            LostByClosing::new),
                    idle(
                            "reports its loss again during close",
                            "one loss was reported 2 times",
                            TellsAtClose::new),
                    Liar.device(
                            "4.5",
                            "reports close as a loss, and cannot be made to vanish",
                            "the end of a device that was closed was reported as a loss",
                            CannotVanish::new),
                    endless("abandons in words only", "never completed", AbandonsInWords::new),
                    endless("abandons nothing", "was not abandoned", abandoning(false)),
                    endless("abandons anything", "was never submitted", abandoning(true)));

    static List<Liar> all() {
        return ALL;
    }

    static void atCleanUp(Runnable action) {
        CLEANUP.add(action);
    }

    /** Ends what liars have left behind. */
    static void cleanUp() {
        for (Runnable next = CLEANUP.poll(); next != null; next = CLEANUP.poll()) {
            next.run();
        }
    }

    private static UnaryOperator<Backend.Device> afterClose(UnaryOperator<Completion> late) {
        return below -> new AfterClose(below, late);
    }

    private static UnaryOperator<Backend.Device> abandoning(boolean answer) {
        return below ->
                new ForwardingDevice(below) {
                    @Override
                    public boolean abandon(Completion completion) {
                        return answer;
                    }
                };
    }

    private static Liar mortal(
            String rule, String lie, String verdict, UnaryOperator<Backend.Device> device) {
        Backend faulty = new FaultyBackend(Liar.reference(2), FaultPlan.parse("hang at 3"));
        return new Liar(rule, lie, verdict, new LyingBackend(faulty, device));
    }

    /** Mortal, and nothing hangs. */
    private static Liar idle(String lie, String verdict, UnaryOperator<Backend.Device> device) {
        Backend faulty = new FaultyBackend(Liar.reference(2), FaultPlan.NONE);
        return new Liar("4.5", lie, verdict, new LyingBackend(faulty, device));
    }

    /** On whose devices the second operation, a kernel, does not end. */
    private static Liar endless(String lie, String verdict, UnaryOperator<Backend.Device> device) {
        Backend faulty = new FaultyBackend(Liar.reference(2), FaultPlan.parse("hang at 2"));
        return new Liar("4.6", lie, verdict, new LyingBackend(faulty, device));
    }

    /** Makes liars about vanishing vanish. */
    record VanishingLiars(String kind) implements ConformanceDeclaration {
        @Override
        public boolean vanish(Backend.Device device) {
            if (device instanceof Mortal mortal) {
                mortal.vanish();
                return true;
            }
            return false;
        }
    }

    /** Declares a kernel that some devices do not end. */
    record EndlessLiars(String kind) implements ConformanceDeclaration {
        @Override
        public Optional<Kernel> endless() {
            return Optional.of(SelfTestKernels.inJava().add());
        }
    }

    /** Holds back what it has to tell, so that all of it is outstanding at close. */
    private static class Withholding extends ForwardingDevice {
        final Queue<Runnable> withheld = new ConcurrentLinkedQueue<>();

        Withholding(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Completion() {
                @Override
                public void done() {
                    withheld.add(completion::done);
                }

                @Override
                public void failed(Throwable cause) {
                    withheld.add(() -> completion.failed(cause));
                }
            };
        }
    }

    /** When everybody has looked. */
    static final class ClosesLater extends Withholding {
        ClosesLater(Backend.Device below) {
            super(below);
        }

        @Override
        public void close() {
            CLEANUP.add(this::closeLate);
        }

        private void closeLate() {
            super.close();
            withheld.forEach(Runnable::run);
        }
    }

    private static final class ClosesOnce extends ForwardingDevice {
        private boolean closed;

        ClosesOnce(Backend.Device below) {
            super(below);
        }

        @Override
        public void close() {
            if (closed) {
                throw new IllegalStateException("already closed");
            }
            closed = true;
            super.close();
        }
    }

    /** Has other completions for operations after close. */
    private static final class AfterClose extends ForwardingDevice {
        private final UnaryOperator<Completion> late;
        private volatile boolean closed;

        AfterClose(Backend.Device below, UnaryOperator<Completion> late) {
            super(below);
            this.late = late;
        }

        @Override
        protected Completion ending(Completion completion) {
            return closed ? late.apply(completion) : completion;
        }

        @Override
        public void close() {
            super.close();
            closed = true;
        }
    }

    private abstract static class Mortal extends ForwardingDevice {
        volatile boolean lost;

        Mortal(Backend.Device below) {
            super(below);
        }

        void vanish() {
            lost = true;
            ((FaultyDevice) below).lose();
        }
    }

    private static final class FailsOtherwise extends Mortal {
        FailsOtherwise(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Completion() {
                @Override
                public void done() {
                    completion.done();
                }

                @Override
                public void failed(Throwable cause) {
                    completion.failed(new DeviceException("status -36", cause));
                }
            };
        }
    }

    private static final class ForgetsOutstanding extends Mortal {
        ForgetsOutstanding(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            boolean before = !lost;
            return new Completion() {
                @Override
                public void done() {
                    completion.done();
                }

                @Override
                public void failed(Throwable cause) {
                    if (!(before && cause instanceof DeviceLostException)) {
                        completion.failed(cause);
                    }
                }
            };
        }
    }

    private static final class LivesOn extends Mortal {
        LivesOn(Backend.Device below) {
            super(below);
        }

        @Override
        void vanish() {
            ((FaultyDevice) below).resume();
        }
    }

    private static final class LeavesThread extends ForwardingDevice {
        LeavesThread(Backend.Device below) {
            super(below);
            Thread thread =
                    Thread.ofPlatform()
                            .daemon()
                            .name("left behind")
                            .start(LeavesThread::waitForEver);
            CLEANUP.add(thread::interrupt);
        }

        private static void waitForEver() {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        }
    }

    private static final class LeavesFile extends ForwardingDevice {
        LeavesFile(Backend.Device below) {
            super(below);
            try {
                FileInputStream left = new FileInputStream("/dev/null");
                CLEANUP.add(
                        () -> {
                            try {
                                left.close();
                            } catch (IOException problem) {
                                throw new UncheckedIOException(problem);
                            }
                        });
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    private static final class LeavesProcess extends ForwardingDevice {
        LeavesProcess(Backend.Device below) {
            super(below);
            try {
                Process left = new ProcessBuilder("sleep", "60").start();
                CLEANUP.add(left::destroy);
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
        }
    }

    private static final class LeavesMemory extends ForwardingDevice {
        LeavesMemory(Backend.Device below) {
            super(below);
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            Arena left = Arena.ofShared();
            left.allocate(bytes).fill((byte) 1);
            CLEANUP.add(left::close);
            return super.allocate(bytes, kind);
        }
    }

    private static final class LostInSilence extends Mortal {
        LostInSilence(Backend.Device below) {
            super(below);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> listener) {
            return true;
        }
    }

    private static final class TellsTwice extends Mortal {
        TellsTwice(Backend.Device below) {
            super(below);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> listener) {
            return super.onLoss(listener.andThen(listener));
        }
    }

    private static final class TellsAtClose extends Mortal {
        private Consumer<DeviceLostException> listener = loss -> {};

        TellsAtClose(Backend.Device below) {
            super(below);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> told) {
            listener = told;
            return super.onLoss(told);
        }

        @Override
        public void close() {
            if (lost) {
                listener.accept(new DeviceLostException("lost", null));
            }
            super.close();
        }
    }

    private static final class CannotVanish extends ForwardingDevice {
        private Consumer<DeviceLostException> listener = loss -> {};

        CannotVanish(Backend.Device below) {
            super(below);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> told) {
            listener = told;
            return true;
        }

        @Override
        public void close() {
            super.close();
            listener.accept(new DeviceLostException("closed", null));
        }
    }

    private static final class LostByClosing extends Mortal {
        private Consumer<DeviceLostException> listener = loss -> {};

        LostByClosing(Backend.Device below) {
            super(below);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> told) {
            listener = told;
            return super.onLoss(told);
        }

        @Override
        public void close() {
            super.close();
            if (!lost) {
                listener.accept(new DeviceLostException("closed", null));
            }
        }
    }

    private static final class AbandonsInWords extends ForwardingDevice {
        private Completion submitted = Liar.NOBODY;

        AbandonsInWords(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            submitted = completion;
            return completion;
        }

        @Override
        public boolean abandon(Completion completion) {
            return completion == submitted;
        }
    }
}
