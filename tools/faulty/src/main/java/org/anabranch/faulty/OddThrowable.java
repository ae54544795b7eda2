package org.anabranch.faulty;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A recipe for a throwable with a misbehaving getter, for tests of code that handles foreign
 * exceptions. Immutable; a record of enum constants, so that a kernel can be sent to a card with
 * it.
 *
 * @param getter the misbehaving getter
 * @param deed its misbehaviour
 */
public record OddThrowable(Getter getter, Deed deed) {
    private static final int ENORMOUS_TEXT =
            Boolean.getBoolean("anabranch.nightly") ? 200_000_000 : 20_000_000;
    private static final int ENORMOUS_TRACE =
            Boolean.getBoolean("anabranch.nightly") ? 10_000_000 : 1_000_000;

    /** The getters of a throwable. */
    public enum Getter {
        /** {@link Throwable#getMessage}. */
        MESSAGE,
        /** {@link Throwable#getLocalizedMessage}. */
        LOCALIZED_MESSAGE,
        /** {@link Throwable#getCause}. */
        CAUSE,
        /** {@link Throwable#getStackTrace}. */
        STACK_TRACE,
        /** {@link Throwable#toString}. */
        TEXT,
        /** {@code printStackTrace}, with any arguments. */
        PRINT,
        /** {@link Throwable#fillInStackTrace}, which the constructor calls. */
        FILL_IN,
        /** All of these except the last. */
        ALL
    }

    /** The kinds of misbehaviour. */
    public enum Deed {
        /** Returns null; has no effect if the getter returns nothing. */
        RETURNS_NULL,
        /** Throws an exception. */
        THROWS,
        /** Throws the throwable of which it is a getter. */
        THROWS_ITSELF,
        /** Throws an error that programs should not catch. */
        THROWS_ERROR,
        /** Throws a {@link StackOverflowError}. */
        OVERFLOWS_THE_STACK,
        /** Throws an {@link OutOfMemoryError}. */
        RUNS_OUT_OF_MEMORY,
        /** Returns a text, a trace or a chain of causes that is too large to print. */
        RETURNS_ENORMOUS,
        /** Returns a new throwable as the cause each time, a trace with holes, an empty text. */
        RETURNS_NONSENSE
    }

    /** {@return each combination} */
    public static List<OddThrowable> all() {
        List<OddThrowable> all = new ArrayList<>();
        for (Getter getter : Getter.values()) {
            for (Deed deed : Deed.values()) {
                all.add(new OddThrowable(getter, deed));
            }
        }
        return all;
    }

    /**
     * Creates the throwable.
     *
     * @return a new one
     * @throws RuntimeException if its own constructor throws
     */
    public RuntimeException make() {
        return new Odd(getter, deed);
    }

    private static final class Odd extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Getter getter;
        private final transient Deed deed;

        Odd(Getter getter, Deed deed) {
            super("odd");
            this.getter = getter;
            this.deed = deed;
            if (getter == Getter.FILL_IN) {
                misbehave();
            }
        }

        private boolean isOdd(Getter asked) {
            return getter == asked || getter == Getter.ALL;
        }

        private void misbehave() {
            switch (deed) {
                case THROWS -> throw new IllegalStateException("an odd getter");
                case THROWS_ITSELF -> throw this;
                case THROWS_ERROR -> throw new AssertionError("an odd getter");
                case OVERFLOWS_THE_STACK -> throw new StackOverflowError("an odd getter");
                case RUNS_OUT_OF_MEMORY -> throw new OutOfMemoryError("an odd getter");
                default -> {}
            }
        }

        private String text(Getter asked, String otherwise) {
            if (!isOdd(asked)) {
                return otherwise;
            }
            misbehave();
            return switch (deed) {
                case RETURNS_ENORMOUS -> "x".repeat(ENORMOUS_TEXT);
                case RETURNS_NONSENSE -> "";
                default -> null;
            };
        }

        @Override
        public String getMessage() {
            return text(Getter.MESSAGE, super.getMessage());
        }

        @Override
        public String getLocalizedMessage() {
            return text(Getter.LOCALIZED_MESSAGE, "odd");
        }

        @Override
        public String toString() {
            return text(Getter.TEXT, getter == null ? "odd" : "odd: " + getter + " " + deed);
        }

        @Override
        public synchronized Throwable getCause() {
            if (!isOdd(Getter.CAUSE)) {
                return super.getCause();
            }
            misbehave();
            return switch (deed) {
                case RETURNS_ENORMOUS, RETURNS_NONSENSE -> new Odd(Getter.CAUSE, deed);
                default -> null;
            };
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            if (!isOdd(Getter.STACK_TRACE)) {
                return super.getStackTrace();
            }
            misbehave();
            return switch (deed) {
                case RETURNS_ENORMOUS -> {
                    StackTraceElement[] trace = new StackTraceElement[ENORMOUS_TRACE];
                    Arrays.fill(trace, new StackTraceElement("odd", "odd", null, 1));
                    yield trace;
                }
                case RETURNS_NONSENSE -> new StackTraceElement[2];
                default -> null;
            };
        }

        @Override
        public void printStackTrace(PrintStream stream) {
            if (isOdd(Getter.PRINT)) {
                misbehave();
            } else {
                super.printStackTrace(stream);
            }
        }

        @Override
        public void printStackTrace(PrintWriter writer) {
            if (isOdd(Getter.PRINT)) {
                misbehave();
            } else {
                super.printStackTrace(writer);
            }
        }
    }
}
