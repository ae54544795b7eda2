package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Outbox;
import org.anabranch.mic.link.Wire;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** The other side does not read. */
class OutboxTest {
    private static final int ROOM = 100_000;

    /** Nothing comes from it. */
    private abstract static class Silent implements Wire {
        @Override
        public int read(ByteBuffer buffer) {
            return -1;
        }

        @Override
        public boolean sharesMemory() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** Takes so many bytes without anybody reading, as a socket does, and no more. */
    private static final class Full extends Silent {
        private final Semaphore room = new Semaphore(ROOM);

        @Override
        public void write(ByteBuffer... buffers) {
            for (ByteBuffer buffer : buffers) {
                room.acquireUninterruptibly(buffer.remaining());
                buffer.position(buffer.limit());
            }
        }

        @Override
        public void close() {
            room.release(Integer.MAX_VALUE / 2);
        }
    }

    @Test
    @Timeout(30)
    void whoHandsOverAFrameNeverWaitsForRoomHoweverLongItIs() {
        Full wire = new Full();
        Outbox outbox = new Outbox("test", new Frames(wire), broken -> {});
        outbox.start();
        for (int bytes : new int[] {10, 60_000, 60_000, 500_000, 10}) {
            outbox.send(new FrameWriter(FrameKind.BUNDLE).putBytes(new byte[bytes], 0, bytes));
        }
        assertEquals(true, wire.room.availablePermits() < ROOM, "nothing was written");
        wire.close();
        outbox.close();
    }

    /** Has no memory for half a frame, and then again, before it writes the rest. */
    private static final class Scarce extends Silent {
        final ByteBuffer written = ByteBuffer.allocate(1000);
        private int refusals = 3;

        @Override
        public synchronized void write(ByteBuffer... buffers) {
            if (refusals > 0) {
                refusals--;
                written.put(buffers[0].get());
                throw new OutOfMemoryError("as planned");
            }
            written.put(buffers[0]);
        }

        synchronized int bytes() {
            return written.position();
        }
    }

    @Test
    @Timeout(30)
    @DisplayName(
            "issue 20: a frame that finds no memory is sent all the same, once and in its turn")
    void whatFindsNoMemoryIsSentLater() {
        Scarce wire = new Scarce();
        Outbox outbox = new Outbox("test", new Frames(wire), broken -> {});
        outbox.start();
        for (int i = 0; i < 3; i++) {
            outbox.send(new FrameWriter(FrameKind.STEAL).putInt(i));
        }
        int frame = 13;
        while (wire.bytes() < 3 * frame) {
            Thread.onSpinWait();
        }
        outbox.close();
        assertEquals(3 * frame, wire.bytes());
        for (int i = 0; i < 3; i++) {
            assertEquals(i, Integer.reverseBytes(wire.written.getInt(i * frame + 9)));
        }
    }

    /** Cannot write at all. */
    private static final class Unlinked extends Silent {
        @Override
        public void write(ByteBuffer... buffers) {
            throw new NoClassDefFoundError("as planned");
        }
    }

    @Test
    @Timeout(30)
    @DisplayName("issue 44: a link that cannot be written to is told to be broken, in time")
    void anErrorBreaksTheLinkWhenThereIsMemoryToTellIt() throws Exception {
        CountDownLatch told = new CountDownLatch(3);
        Outbox outbox =
                new Outbox(
                        "test",
                        new Frames(new Unlinked()),
                        broken -> {
                            told.countDown();
                            if (told.getCount() > 0) {
                                throw new OutOfMemoryError("as planned");
                            }
                        });
        outbox.start();
        outbox.send(new FrameWriter(FrameKind.BEAT));
        told.await();
        outbox.close();
    }

    /** Remembers who wrote. */
    private static final class Open extends Silent {
        final List<Thread> writers = new CopyOnWriteArrayList<>();

        @Override
        public void write(ByteBuffer... buffers) {
            writers.add(Thread.currentThread());
        }
    }

    @Test
    void whileTheOtherSideKeepsUpNobodyElseWritesWhateverWasSaidBefore() throws Exception {
        Open wire = new Open();
        Frames frames = new Frames(wire);
        int count = 3;
        for (int i = 0; i < count; i++) {
            frames.send(new FrameWriter(FrameKind.BEAT)); // the greeting
        }
        Outbox outbox = new Outbox("test", frames, broken -> {});
        outbox.start();
        for (; count < 1000; count++) {
            outbox.confirmed(count); // the other side counts the greeting
            outbox.send(new FrameWriter(FrameKind.BEAT));
        }
        outbox.close();
        assertEquals(Set.of(Thread.currentThread()), Set.copyOf(wire.writers));
        assertEquals(count, wire.writers.size());
    }
}
