package org.anabranch.spi.support;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Bounded reads of throwables that foreign code threw. Each getter of such a throwable may itself
 * throw, return null, or return an enormous result: a text of any length, a trace of millions of
 * frames, causes that form a ring or never end. The methods of this class throw nothing, bound what
 * they return, and call each getter at most once. A getter that does not return blocks the caller,
 * as the code that threw could have done itself. Thread-safe.
 */
public final class ForeignThrowables {
    /** The largest number of characters of a text; a longer one is cut, and marked as such. */
    public static final int MOST_CHARACTERS = 8_192;

    /** The largest number of frames of a trace: the default of the virtual machine. */
    public static final int MOST_FRAMES = 1_024;

    /** The largest number of throwables of a chain of causes, including the first. */
    public static final int MOST_CAUSES = 32;

    /** The largest number of throwables in a copy, causes and suppressed ones together. */
    private static final int MOST_IN_ALL = 64;

    private static final StackTraceElement[] NO_FRAMES = {};

    /** The text if there is no memory for another one. */
    private static final String NO_TEXT = "an exception that does not say what happened".intern();

    static {
        // links each call in advance: in a full heap that would fail permanently
        String linked = name(new Throwable()) + cut("x".repeat(MOST_CHARACTERS + 1));
        assert !linked.isEmpty();
    }

    private ForeignThrowables() {}

    /**
     * Returns the message.
     *
     * @param thrown any throwable
     * @return its message, cut to {@link #MOST_CHARACTERS}; null if it has none; the name of its
     *     class if the getter throws
     */
    public static String message(Throwable thrown) {
        try {
            return cut(thrown.getMessage());
        } catch (Throwable lying) {
            return name(thrown);
        }
    }

    /**
     * Returns the throwable as a text.
     *
     * @param thrown any throwable, or null
     * @return what {@link Throwable#toString} returns, cut to {@link #MOST_CHARACTERS}; the name of
     *     its class if that is null, blank, or throws
     */
    public static String text(Throwable thrown) {
        if (thrown == null) {
            return "null";
        }
        try {
            String text = cut(thrown.toString());
            return text == null || text.isBlank() ? name(thrown) : text;
        } catch (Throwable lying) {
            return name(thrown);
        }
    }

    /**
     * Returns the cause.
     *
     * @param thrown any throwable
     * @return its cause; null if there is none, or the getter throws
     */
    public static Throwable cause(Throwable thrown) {
        try {
            Throwable cause = thrown.getCause();
            return cause == thrown ? null : cause;
        } catch (Throwable lying) {
            return null;
        }
    }

    /**
     * Returns the chain of causes.
     *
     * @param thrown any throwable
     * @return the throwable and its causes, at most {@link #MOST_CAUSES}; none of them twice
     */
    public static List<Throwable> chain(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable next = thrown;
                next != null && chain.size() < MOST_CAUSES && !holds(chain, next);
                next = cause(next)) {
            chain.add(next);
        }
        return chain;
    }

    /**
     * Returns the first throwable of a type in a failure.
     *
     * @param <T> the type
     * @param type the type
     * @param thrown any throwable
     * @return the throwable itself, one of its causes, or one that they have suppressed
     */
    public static <T extends Throwable> Optional<T> find(Class<T> type, Throwable thrown) {
        List<Throwable> all = chain(thrown);
        for (int i = 0; i < all.size(); i++) {
            if (type.isInstance(all.get(i))) {
                return Optional.of(type.cast(all.get(i)));
            }
            for (Throwable other : all.get(i).getSuppressed()) {
                if (all.size() < MOST_IN_ALL) {
                    all.addAll(chain(other));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns true if the chain contains a throwable by identity: {@code equals} is foreign code,
     * too.
     */
    private static boolean holds(List<Throwable> chain, Throwable wanted) {
        for (int i = 0; i < chain.size(); i++) {
            if (chain.get(i) == wanted) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the first frames of the trace.
     *
     * @param thrown any throwable
     * @param most how many frames at most, at least 0
     * @return a new array without null; empty if there is no trace, or the getter throws
     */
    public static StackTraceElement[] trace(Throwable thrown, int most) {
        try {
            StackTraceElement[] all = thrown.getStackTrace();
            StackTraceElement[] first = new StackTraceElement[Math.min(most, all.length)];
            int count = 0;
            for (int i = 0; i < all.length && count < first.length; i++) {
                if (all[i] != null) {
                    first[count++] = all[i];
                }
            }
            return count == first.length ? first : Arrays.copyOf(first, count);
        } catch (Throwable lying) {
            return NO_FRAMES;
        }
    }

    /**
     * Returns a throwable that may be handed to a log, or printed.
     *
     * @param thrown any throwable, or null
     * @return the throwable itself if all its getters, and those of its causes and suppressed
     *     exceptions, behave; else a copy that has their texts and traces, as far as they can be
     *     read, within bounds; null for null
     */
    public static Throwable printable(Throwable thrown) {
        try {
            return thrown == null || behaves(thrown, new ArrayList<>())
                    ? thrown
                    : copy(thrown, new ArrayList<>());
        } catch (Throwable scarce) {
            return null; // no memory or stack: the caller uses its own text
        }
    }

    private static boolean behaves(Throwable thrown, List<Throwable> seen) throws Exception {
        if (seen.size() == MOST_IN_ALL || holds(seen, thrown) || prints(thrown)) {
            return false;
        }
        seen.add(thrown);
        try {
            StackTraceElement[] trace = thrown.getStackTrace();
            if (trace.length > MOST_FRAMES
                    || Arrays.asList(trace).contains(null)
                    || thrown.toString().length() > MOST_CHARACTERS) {
                return false;
            }
            Throwable cause = thrown.getCause();
            if (cause != null && !behaves(cause, seen)) {
                return false;
            }
        } catch (Throwable lying) {
            return false;
        }
        for (Throwable other : thrown.getSuppressed()) {
            if (!behaves(other, seen)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if the class of the throwable prints its trace by code of its own. */
    private static boolean prints(Throwable thrown) throws NoSuchMethodException {
        Class<?> printing =
                thrown.getClass()
                        .getMethod("printStackTrace", PrintWriter.class)
                        .getDeclaringClass();
        return printing != Throwable.class;
    }

    private static Throwable copy(Throwable thrown, List<Throwable> seen) {
        seen.add(thrown);
        Throwable cause = cause(thrown);
        boolean goesOn = cause != null && seen.size() < MOST_CAUSES && !holds(seen, cause);
        Copy copy = new Copy(text(thrown), goesOn ? copy(cause, seen) : null);
        copy.setStackTrace(trace(thrown, MOST_FRAMES));
        for (Throwable other : thrown.getSuppressed()) {
            if (seen.size() < MOST_IN_ALL && !holds(seen, other)) {
                copy.addSuppressed(copy(other, seen));
            }
        }
        return copy;
    }

    private static String cut(String text) {
        return text == null || text.length() <= MOST_CHARACTERS
                ? text
                : text.substring(0, MOST_CHARACTERS) + "... (" + text.length() + " characters)";
    }

    private static String name(Throwable thrown) {
        try {
            return thrown.getClass().getName() + " (which does not say what happened)";
        } catch (Throwable scarce) {
            return NO_TEXT;
        }
    }

    /** A copy of a throwable, with the texts and traces that could be read. */
    private static final class Copy extends Throwable {
        private static final long serialVersionUID = 1;

        private final String text;

        Copy(String text, Throwable cause) {
            super(text, cause);
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
