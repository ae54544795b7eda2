package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;
import org.anabranch.mic.link.Wire;
import org.junit.jupiter.api.Test;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;

/** Frames over wires that carry what they like, in bits of any size. */
class FramesTest {

    /** A wire whose written bytes can be read, a few at a time. */
    private static final class Loop implements Wire {
        private final Queue<Byte> bytes = new ArrayDeque<>();
        private final SplittableRandom random = new SplittableRandom(1);
        private final boolean sharesMemory;

        Loop(boolean sharesMemory) {
            this.sharesMemory = sharesMemory;
        }

        @Override
        public void write(ByteBuffer... buffers) {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    bytes.add(buffer.get());
                }
            }
        }

        @Override
        public int read(ByteBuffer buffer) {
            int count =
                    Math.min(Math.min(1 + random.nextInt(5000), buffer.remaining()), bytes.size());
            for (int i = 0; i < count; i++) {
                buffer.put(bytes.remove());
            }
            return count == 0 ? -1 : count;
        }

        @Override
        public boolean sharesMemory() {
            return sharesMemory;
        }

        @Override
        public void close() {
            bytes.clear();
        }
    }

    @Test
    void whatIsPutIsWhatIsRead() throws IOException {
        Loop loop = new Loop(true);
        Frames frames = new Frames(loop);
        Region region = new Region(3, 4, 5, 6, 70, 800);
        for (int i = 0; i < 1000; i++) {
            frames.send(
                    new FrameWriter(FrameKind.RUN)
                            .putLong(i)
                            .putText("t\u00e4xt".repeat(i))
                            .putLongs(i, -i, Long.MIN_VALUE)
                            .putRegion(region));
        }
        for (int i = 0; i < 1000; i++) {
            Received frame = frames.receive();
            assertEquals(FrameKind.RUN, frame.kind());
            assertEquals(i, frame.body().getLong());
            assertEquals("t\u00e4xt".repeat(i), frame.text());
            assertArrayEquals(new long[] {i, -i, Long.MIN_VALUE}, frame.longs());
            assertEquals(region, Fields.region(frame.body()));
        }
        assertThrows(EOFException.class, frames::receive);
    }

    @Test
    void aWireWithoutSharedMemoryCarriesThePartOfTheWindow() throws IOException {
        Frames frames = new Frames(new Loop(false));
        try (Window window = Window.alone(Window.GRAIN)) {
            frames.use(window);
            window.memory().asSlice(1000, 3).fill((byte) 7);
            frames.send(new FrameWriter(FrameKind.CHUNK).putLong(5).inWindow(1000, 3));
            window.memory().fill((byte) 0);
            assertEquals(5, frames.receive().body().getLong());
            assertEquals(7, window.memory().toArray(JAVA_BYTE)[1002]);
        }
    }

    @Test
    void aFrameOf4GiBIsRefusedUnread() {
        ByteBuffer head = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        Loop loop = new Loop(true);
        loop.write(head.putInt(0xffff_ffff).putInt(0).put((byte) 0).flip());
        ProtocolException refused =
                assertThrows(ProtocolException.class, new Frames(loop)::receive);
        assertTrue(refused.getMessage().contains("4294967295 bytes"), refused::getMessage);
    }

    @Test
    void aFrameTooLongIsNotSent() {
        FrameWriter message =
                new FrameWriter(FrameKind.LOAD).putBytes(new byte[Frames.LIMIT], 0, Frames.LIMIT);
        assertThrows(ProtocolException.class, () -> new Frames(new Loop(true)).send(message));
    }

    @Test
    void garbageIsAnExceptionOfTheProtocolOrTheEnd() {
        SplittableRandom random = new SplittableRandom(2);
        int refused = 0;
        Window window = Window.alone(Window.GRAIN);
        for (int i = 0; i < 20_000; i++) {
            byte[] garbage = new byte[random.nextInt(200)];
            random.nextBytes(garbage);
            if (garbage.length > 3 && i % 2 == 0) {
                garbage[1] = 0;
                garbage[2] = 0;
                garbage[3] = 0; // a length that is possible
            }
            Loop loop = new Loop(i % 4 < 2);
            loop.write(ByteBuffer.wrap(garbage));
            try {
                Frames frames = new Frames(loop);
                frames.use(window);
                while (true) {
                    frames.receive();
                }
            } catch (ProtocolException expected) {
                refused++;
            } catch (EOFException end) {
                // it broke off in the middle
            } catch (IOException other) {
                throw new AssertionError(other);
            }
        }
        assertTrue(refused > 10_000, refused + " were refused");
    }
}
