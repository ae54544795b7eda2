package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Steady;
import org.anabranch.mic.program.ProgramFiles;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What goes on though there was no memory for it once. */
@Timeout(60)
class FullHeapTest {
    private static final int BYTES = 10;

    @Test
    @DisplayName("issue 20: a heart that finds no memory for a beat goes on")
    void a_beat_that_throws_is_not_the_last_one() throws InterruptedException {
        CountDownLatch beats = new CountDownLatch(3);
        try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
            Steady heart =
                    new Steady(
                            () -> {
                                beats.countDown();
                                throw new OutOfMemoryError("as planned");
                            });
            var unused = clock.scheduleAtFixedRate(heart, 0, 1, TimeUnit.MILLISECONDS);
            beats.await();
            clock.shutdownNow();
        }
        assertEquals(0, beats.getCount());
    }

    /** A card asks for a class once: what is not there then is not there for good. */
    @Test
    @DisplayName("issue 20: a class that finds no memory to be sent is sent later")
    void a_file_is_sent_when_there_is_memory_for_it() throws InterruptedException {
        BlockingQueue<Message> sent = new LinkedBlockingQueue<>();
        ProgramFiles files = new ProgramFiles(sent::add);
        ClassLoader scarce =
                new ClassLoader(null) {
                    private int asked;

                    @Override
                    public InputStream getResourceAsStream(String name) {
                        if (++asked < 3) {
                            throw new OutOfMemoryError("as planned");
                        }
                        return new ByteArrayInputStream(new byte[BYTES]);
                    }
                };
        files.send(1, files.number(scarce), "a file");
        files.send(2, 0, "of no loader");
        int one = sent.take().size();
        int other = sent.take().size();
        assertTrue(Math.abs(one - other) >= BYTES, one + " and " + other + " bytes");
    }
}
