package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Bounded reads of throwables whose getters misbehave. */
class ForeignThrowablesTest {
    private static final String LONG = "x".repeat(ForeignThrowables.MOST_CHARACTERS + 1);

    /** The behaviour of a throwable's getters. */
    enum Deed {
        NULL(() -> null),
        THROWS(
                () -> {
                    throw new IllegalStateException();
                }),
        OVERFLOW(
                () -> {
                    throw new StackOverflowError();
                }),
        NO_MEMORY(
                () -> {
                    throw new OutOfMemoryError("as planned");
                }),
        ENORMOUS(() -> LONG);

        private final Supplier<String> text;

        Deed(Supplier<String> text) {
            this.text = text;
        }
    }

    static final class Odd extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Deed deed;

        Odd(Deed deed) {
            this.deed = deed;
        }

        @Override
        public String getMessage() {
            return deed.text.get();
        }

        @Override
        public String toString() {
            return deed.text.get();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            if (deed.text.get() == null) {
                return null;
            }
            StackTraceElement[] trace = new StackTraceElement[3 * ForeignThrowables.MOST_FRAMES];
            Arrays.fill(trace, trace.length / 2, trace.length, frame());
            return trace;
        }

        @Override
        public synchronized Throwable getCause() {
            return deed.text.get() == null ? this : new Odd(deed);
        }
    }

    private static StackTraceElement frame() {
        return new StackTraceElement("odd", "odd", null, 1);
    }

    @ParameterizedTest
    @EnumSource(Deed.class)
    void r2_every_read_is_bounded_whatever_the_getters_do(Deed deed) {
        Throwable odd = new Odd(deed);
        List<Throwable> chain = ForeignThrowables.chain(odd);
        assertSame(odd, chain.getFirst());
        assertTrue(chain.size() <= ForeignThrowables.MOST_CAUSES, "" + chain.size());
        assertFalse(ForeignThrowables.text(odd).isEmpty());
        assertTrue(ForeignThrowables.text(odd).length() <= 2 * LONG.length());
        String message = ForeignThrowables.message(odd);
        assertTrue(message == null || message.length() <= 2 * LONG.length());
        for (StackTraceElement frame : ForeignThrowables.trace(odd, 5)) {
            assertEquals(frame(), frame);
        }
        assertTrue(ForeignThrowables.trace(odd, 5).length <= 5);
        Throwable printable = ForeignThrowables.printable(odd);
        assertNotSame(odd, printable);
        StringWriter lines = new StringWriter();
        printable.printStackTrace(new PrintWriter(lines));
        assertTrue(lines.getBuffer().length() > 0);
        assertTrue(lines.getBuffer().length() < 10_000_000);
    }

    @Test
    void r2_what_behaves_is_not_copied() {
        Throwable plain = new IllegalStateException("plain", new IllegalArgumentException("root"));
        plain.addSuppressed(new IllegalStateException("other"));
        assertSame(plain, ForeignThrowables.printable(plain));
        assertEquals("plain", ForeignThrowables.message(plain));
        assertEquals(plain.toString(), ForeignThrowables.text(plain));
        assertSame(plain.getCause(), ForeignThrowables.cause(plain));
        assertEquals(List.of(plain, plain.getCause()), ForeignThrowables.chain(plain));
        assertEquals(plain.getStackTrace()[0], ForeignThrowables.trace(plain, 1)[0]);
        assertNull(ForeignThrowables.printable(null));
        assertNull(ForeignThrowables.message(new IllegalStateException()));
    }

    @Test
    void r2_a_ring_of_causes_ends() {
        Throwable one = new IllegalStateException("one");
        Throwable other = new IllegalStateException("other", one);
        one.initCause(other);
        assertEquals(List.of(one, other), ForeignThrowables.chain(one));
        Throwable printable = ForeignThrowables.printable(one);
        assertEquals(one.toString(), printable.toString());
        assertEquals(other.toString(), printable.getCause().toString());
        assertNull(printable.getCause().getCause());
    }

    @Test
    void r2_a_copy_has_the_texts_and_traces_of_what_it_copies() {
        Throwable cause = new IllegalStateException("cause");
        Throwable wide = new IllegalStateException(LONG, cause);
        Throwable suppressed = new IllegalStateException("suppressed");
        wide.addSuppressed(suppressed);
        Throwable printable = ForeignThrowables.printable(wide);
        assertNotSame(wide, printable);
        assertTrue(printable.toString().contains("characters)"));
        assertEquals(cause.toString(), printable.getCause().toString());
        assertEquals(suppressed.toString(), printable.getSuppressed()[0].toString());
        assertEquals(wide.getStackTrace()[0], printable.getStackTrace()[0]);
    }
}
