package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.faulty.OddThrowable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.logging.Level;
import java.util.logging.LogRecord;

class LineFormatterTest {
    private static LogRecord entry(String message, Throwable thrown) {
        LogRecord entry = new LogRecord(Level.WARNING, message);
        entry.setLoggerName("org.anabranch.mic");
        entry.setThrown(thrown);
        return entry;
    }

    @Test
    @DisplayName("D9: a record of the log is one line, whatever was thrown")
    void d9_aRecordIsOneLine() {
        Throwable thrown =
                new IllegalStateException(
                        "card 0\n\tdid not start", new java.io.IOException("no\r\nspace"));
        String text = new LineFormatter().format(entry("left out:\n mic:0", thrown));
        assertTrue(text.endsWith(System.lineSeparator()), text);
        assertEquals(1, text.lines().count(), text);
        assertEquals(
                "WARNING org.anabranch.mic left out: | mic:0: java.lang.IllegalStateException:"
                        + " card 0 | did not start (java.io.IOException: no | space)",
                text.strip().split(" ", 2)[1]);
        assertTrue(text.matches("(?s)\\d\\d:\\d\\d:\\d\\d\\.\\d{3} .*"), text);
    }

    @Test
    @DisplayName("D9: causes that form a ring are no endless loop")
    void d9_aRingOfCausesIsOneLineToo() {
        Exception first = new IllegalStateException("card");
        first.initCause(new java.io.IOException("wire", first));
        String text = new LineFormatter().format(entry("lost", first));
        assertEquals(1, text.lines().count(), text);
    }

    @Test
    @DisplayName("D9: the trace is there on request")
    void d9_theTraceIsThereOnRequest() {
        System.setProperty(LineFormatter.TRACES, "true");
        try {
            String text =
                    new LineFormatter().format(entry("lost", new IllegalStateException("card")));
            assertTrue(text.contains("\tat " + LineFormatterTest.class.getName()), text);
        } finally {
            System.clearProperty(LineFormatter.TRACES);
        }
    }

    @Test
    void r2_whateverThrowableIsOneBoundedLineAndABoundedTrace() {
        for (boolean traces : new boolean[] {false, true}) {
            System.setProperty(LineFormatter.TRACES, String.valueOf(traces));
            try {
                for (OddThrowable odd : OddThrowable.all()) {
                    if (odd.getter() == OddThrowable.Getter.FILL_IN) {
                        continue; // it cannot be made
                    }
                    String text = new LineFormatter().format(entry("lost", odd.make()));
                    assertTrue(text.contains("lost: "), odd::toString);
                    assertTrue(text.length() < (traces ? 4_000_000 : 30_000), odd::toString);
                }
            } finally {
                System.clearProperty(LineFormatter.TRACES);
            }
        }
    }
}
