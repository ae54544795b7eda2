package org.anabranch.console.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;

/** Issue 24: pages that read, and pages that do not. */
class ClientsTest {
    private final Clients clients = new Clients(() -> {});

    private Thread serve(OutputStream out) {
        assertTrue(clients.enter());
        return Thread.ofPlatform().start(() -> clients.serve(out));
    }

    /** Does not return from a flush until it is allowed to. */
    private static final class Slow extends ByteArrayOutputStream {
        final CountDownLatch writes = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        public void flush() {
            writes.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void issue24_whoDoesNotReadKeepsNobodyWaitingAndGetsTheLatest() throws Exception {
        Slow slow = new Slow();
        SynchronousQueue<String> read = new SynchronousQueue<>();
        Thread first = serve(slow);
        Thread second =
                serve(
                        new ByteArrayOutputStream() {
                            @Override
                            public void flush() {
                                String text = toString(UTF_8);
                                reset();
                                try {
                                    if (text.startsWith("data")) {
                                        read.put(text);
                                    }
                                } catch (InterruptedException end) {
                                    Thread.currentThread().interrupt();
                                }
                            }
                        });
        slow.writes.await();
        while (clients.count() < 2) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < 100; i++) {
            clients.send("" + i);
            assertEquals("data: " + i + "\n\n", read.take());
        }
        slow.mayGoOn.countDown();
        while (!slow.toString(UTF_8).contains("data")) {
            Thread.onSpinWait();
        }
        assertEquals(": ping\n\ndata: 99\n\n", slow.toString(UTF_8));
        clients.close();
        first.join();
        second.join();
        assertEquals(0, clients.count());
    }

    @Test
    void issue24_placeOfWhoIsGoneIsFree() throws Exception {
        for (int i = 0; i < 3 * Clients.MOST; i++) {
            Thread gone =
                    serve(
                            new OutputStream() {
                                @Override
                                public void write(int one) throws IOException {
                                    throw new IOException("gone");
                                }
                            });
            gone.join();
        }
        for (int i = 0; i < Clients.MOST; i++) {
            assertTrue(clients.enter());
        }
        assertFalse(clients.enter());
    }

    @Test
    void issue24_placeOfWhoTakesAllAndReadsNothingIsFree() throws Exception {
        Clients brief = new Clients(() -> {}, 1);
        assertTrue(brief.enter());
        brief.serve(OutputStream.nullOutputStream());
        assertEquals(0, brief.count());
        for (int i = 0; i < Clients.MOST; i++) {
            assertTrue(brief.enter());
        }
    }
}
