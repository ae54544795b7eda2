package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Range;

import java.util.ArrayList;
import java.util.List;

/**
 * One action of a random program: a kernel whose every output bit depends on every input bit, and
 * the same function for the model.
 */
final class ModelledAction {
    /** An operand. */
    record Use(ModelledBuffer of, Range range, Mode mode) {}

    final List<Use> uses;
    final long seed;
    final boolean fails;
    Event event;
    boolean cancelled;

    /** The reductions that this is one of, in any order; null if it has its place in the order. */
    Reductions among;

    ModelledAction(List<Use> uses, long seed, boolean fails) {
        this.uses = uses;
        this.seed = seed;
        this.fails = fails;
    }

    /** The kernel for operands of these modes. */
    static Kernel kernel(List<Mode> modes) {
        Parameter[] parameters = new Parameter[modes.size() + 2];
        for (int i = 0; i < modes.size(); i++) {
            parameters[i] =
                    new Parameter(
                            "operand " + i,
                            modes.get(i) == Mode.REDUCE ? Mode.READ_WRITE : modes.get(i));
        }
        parameters[modes.size()] = Parameter.scalar("seed");
        parameters[modes.size() + 1] = Parameter.scalar("fails");
        return Kernel.of("mix" + modes, parameters)
                .java((piece, arguments) -> run(modes, arguments));
    }

    private static void run(List<Mode> modes, KernelArguments arguments) {
        if (arguments.longAt(modes.size() + 1) == 1) {
            throw new IllegalStateException("as planned");
        }
        long seed = arguments.longAt(modes.size());
        long sum = seed;
        for (int i = 0; i < modes.size(); i++) {
            if (modes.get(i) == Mode.READ || modes.get(i) == Mode.READ_WRITE) {
                for (long r = 0; r < arguments.rows(i); r++) {
                    for (long c = 0; c < arguments.columns(i); c++) {
                        sum =
                                mix(
                                        sum,
                                        arguments
                                                .segment(i)
                                                .getAtIndex(JAVA_LONG, r * arguments.pitch(i) + c));
                    }
                }
            }
        }
        for (int i = 0; i < modes.size(); i++) {
            long n = 0;
            for (long r = 0; modes.get(i).writes() && r < arguments.rows(i); r++) {
                for (long c = 0; c < arguments.columns(i); c++) {
                    long at = r * arguments.pitch(i) + c;
                    long old = arguments.segment(i).getAtIndex(JAVA_LONG, at);
                    arguments
                            .segment(i)
                            .setAtIndex(JAVA_LONG, at, written(modes.get(i), old, sum, seed, n++));
                }
            }
        }
    }

    private static long mix(long sum, long value) {
        return (sum ^ value) * 0x9E3779B97F4A7C15L + Long.rotateLeft(sum, 17);
    }

    private static long written(Mode mode, long old, long sum, long seed, long n) {
        return switch (mode) {
            case WRITE -> sum + n;
            case READ_WRITE -> mix(old, sum) + n;
            case REDUCE -> old + seed * (n + 1);
            case READ -> throw new AssertionError();
        };
    }

    Argument[] arguments() {
        List<Argument> arguments = new ArrayList<>();
        for (Use use : uses) {
            arguments.add(
                    switch (use.mode) {
                        case READ -> use.range.in();
                        case WRITE -> use.range.out();
                        case READ_WRITE -> use.range.inOut();
                        case REDUCE -> use.range.reduce();
                    });
        }
        arguments.add(Argument.of(seed));
        arguments.add(Argument.of(fails ? 1L : 0L));
        return arguments.toArray(Argument[]::new);
    }

    @Override
    public String toString() {
        return event.state()
                + " on "
                + event.domain().orElse(null)
                + (fails ? " failing" : "")
                + (cancelled ? " cancelled" : "")
                + " "
                + uses.stream()
                        .map(
                                use ->
                                        use.mode
                                                + " "
                                                + use.of.buffer.name()
                                                + " "
                                                + use.range.region())
                        .toList();
    }

    /**
     * Finds its place in the order; reductions may change places with each other if their stream
     * lets operands make the order.
     */
    void enqueued(boolean commutes) {
        for (Use use : uses) {
            if (use.mode == Mode.REDUCE && commutes) {
                among = use.of.join();
            } else {
                use.of.endReductions();
            }
        }
        if (among != null && fails) {
            among.planFailure();
        }
    }

    /** Asks for cancellation, and notes whether it came in time. */
    void cancel() {
        cancelled = event.cancel();
        if (cancelled && !fails && among != null) {
            among.planFailure();
        }
    }

    /**
     * Compares how the action ended with how it had to end.
     *
     * @param faults whether it may also fail for reasons that the model does not know
     */
    void check(boolean faults, String which) {
        Event.State state = event.state();
        assertTrue(state.isTerminal(), which);
        uses.forEach(use -> use.of.usedBy(use.mode == Mode.REDUCE ? among : null));
        boolean poisoned = readsUndefined();
        if (state == Event.State.DONE) {
            assertFalse(poisoned || cancelled || fails, which);
        } else if (!faults) {
            boolean spoiled = among != null && among.spoil(this);
            assertTrue(cancelled || poisoned || spoiled || fails, which);
            if (cancelled || poisoned || !fails) {
                assertEquals(Event.State.CANCELLED, state, which);
            } else if (!spoiled) {
                assertEquals(Event.State.FAILED, state, which);
            }
        }
    }

    private boolean readsUndefined() {
        return uses.stream().anyMatch(use -> use.mode.reads() && use.of.isUndefined(use.range));
    }

    /** Applies the action to the model, given its outcome. */
    void replay() {
        if (event.state() != Event.State.DONE) {
            uses.stream()
                    .filter(use -> use.mode.writes())
                    .forEach(use -> use.of.setUndefined(use.range, use.mode));
            return;
        }
        long sum = seed;
        for (Use use : uses) {
            if (use.mode == Mode.READ || use.mode == Mode.READ_WRITE) {
                for (int index : ModelledBuffer.indices(use.range)) {
                    sum = mix(sum, use.of.content[index]);
                }
            }
        }
        for (Use use : uses) {
            long n = 0;
            if (use.mode.writes()) {
                for (int index : ModelledBuffer.indices(use.range)) {
                    use.of.content[index] =
                            written(use.mode, use.of.content[index], sum, seed, n++);
                }
                use.of.setDefined(use.range);
            }
        }
    }
}
