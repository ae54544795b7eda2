package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

class BackendLogTest {
    /** Takes a record, then throws. */
    private static final class Rude extends Handler {
        private final List<String> taken = new ArrayList<>();
        private final Error thrown;

        Rude(Error thrown) {
            this.thrown = thrown;
        }

        @Override
        public void publish(LogRecord record) {
            taken.add(record.getLoggerName() + ": " + record.getMessage());
            throw thrown;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void whatTheLogThrowsComesToNobody() {
        for (Error thrown : List.of(new OutOfMemoryError(), new AssertionError("log is shut"))) {
            Logger logger = Logger.getLogger(BackendLogTest.class.getName());
            Rude rude = new Rude(thrown);
            logger.addHandler(rude);
            try {
                BackendLog.say(BackendLogTest.class, Level.WARNING, "a board is lost", null);
                BackendLog.say(logger.getName(), Level.ERROR, "{0} is not a pattern", thrown);
            } finally {
                logger.removeHandler(rude);
            }
            assertEquals(
                    List.of(
                            logger.getName() + ": a board is lost",
                            logger.getName() + ": {0} is not a pattern"),
                    rude.taken);
        }
    }

    @Test
    void r2_theLogGetsABoundedCopyOfWhatMisbehaves() {
        List<Throwable> taken = new ArrayList<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord record) {
                        taken.add(record.getThrown());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Throwable plain = new IllegalStateException("plain");
        Throwable odd = new ForeignThrowablesTest.Odd(ForeignThrowablesTest.Deed.THROWS);
        Logger logger = Logger.getLogger(BackendLogTest.class.getName());
        logger.addHandler(handler);
        try {
            BackendLog.say(BackendLogTest.class, Level.WARNING, "a board is lost", plain);
            BackendLog.say(BackendLogTest.class, Level.WARNING, "a board is lost", odd);
        } finally {
            logger.removeHandler(handler);
        }
        assertSame(plain, taken.getFirst());
        assertNotSame(odd, taken.getLast());
        assertTrue(taken.getLast().toString().contains(odd.getClass().getName()));
    }
}
