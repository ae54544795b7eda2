package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.anabranch.api.MemoryKind;
import org.anabranch.mic.link.Deadline;
import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.SocketWire;
import org.anabranch.mic.process.SinkGate;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** The other end of the link does what it should not. */
@Timeout(120)
class TransportTest {
    private static final byte[] TOKEN = new byte[Greeting.TOKEN];
    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("gate");
    }

    @AfterEach
    void removeFolder() {
        Folders.remove(folder);
    }

    private SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(folder.resolve("socket")));
        return channel;
    }

    /** Opens the gate, lets visitors come, and returns the one that it let in. */
    private Frames gate(Callable<?> visitors) throws Exception {
        try (SinkGate gate = new SinkGate(folder.resolve("socket"), TOKEN)) {
            FutureTask<?> task = new FutureTask<>(visitors);
            Thread.ofPlatform().daemon().start(task);
            try {
                return gate.accept(Duration.ofSeconds(20), () -> true);
            } finally {
                task.get();
            }
        }
    }

    private Void greetRightly() throws IOException {
        Greeting.hello(new Frames(new SocketWire(connect())), Frames.VERSION, TOKEN);
        return null;
    }

    @Test
    void strangersAreTurnedAwayAndTheWaitGoesOn() throws Exception {
        Frames right =
                gate(
                        () -> {
                            connect()
                                    .write(
                                            ByteBuffer.wrap(
                                                    "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8)));
                            connect().close();
                            byte[] wrong = TOKEN.clone();
                            wrong[31] ^= 1;
                            Frames stranger = new Frames(new SocketWire(connect()));
                            Greeting.hello(stranger, Frames.VERSION, wrong);
                            IOException refused =
                                    assertThrows(
                                            IOException.class,
                                            () -> Greeting.expect(stranger, FrameKind.WELCOME));
                            assertEquals("refused: the token is wrong", refused.getMessage());
                            connect(); // says nothing
                            new Frames(new SocketWire(connect()))
                                    .send(
                                            new FrameWriter(FrameKind.HELLO)
                                                    .putLong(0x4843_4e41_5242_4e41L)
                                                    .putInt(Frames.VERSION)
                                                    .putInt(-1) // bytes of the token
                                                    .putLongs(1, 2, 3)
                                                    .putInt(0));
                            return greetRightly();
                        });
        right.close();
    }

    @Test
    void oneWhoGreetsAndThenSaysNothingIsNotWaitedForWithoutEnd() throws Exception {
        try (Frames silent = gate(this::greetRightly)) {
            IOException late =
                    assertThrows(
                            IOException.class,
                            () ->
                                    Deadline.within(
                                            Duration.ofMillis(100),
                                            silent,
                                            () -> Greeting.expect(silent, FrameKind.READY)));
            assertTrue(late.getMessage().contains("no answer within"), late::getMessage);
        }
    }

    @Test
    void anotherVersionIsRefusedInWords() {
        IOException refused =
                assertThrows(
                        Greeting.VersionException.class,
                        () ->
                                gate(
                                        () -> {
                                            Greeting.hello(
                                                    new Frames(new SocketWire(connect())),
                                                    Frames.VERSION + 1,
                                                    TOKEN);
                                            return null;
                                        }));
        assertEquals(
                "version " + (Frames.VERSION + 1) + ", not " + Frames.VERSION,
                refused.getMessage());
    }

    private static DeviceLostException lossAfter(ByteBuffer said) throws Exception {
        try (Pretender card = new Pretender()) {
            Told told = new Told();
            card.submit(told);
            card.channel.write(said);
            DeviceLostException loss = assertInstanceOf(DeviceLostException.class, told.fails());
            assertThrows(
                    DeviceLostException.class, () -> card.device.allocate(8, MemoryKind.NORMAL));
            return loss;
        }
    }

    private static ByteBuffer head(int length, FrameKind kind) {
        return ByteBuffer.allocate(64)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .put((byte) kind.ordinal())
                .putInt(0);
    }

    @Test
    void aFrameOf4GiBLosesTheCard() throws Exception {
        DeviceLostException loss = lossAfter(head(-1, FrameKind.DONE).flip());
        assertTrue(loss.getMessage().contains("4294967295"), loss::getMessage);
    }

    @Test
    void garbageLosesTheCard() throws Exception {
        DeviceLostException loss = lossAfter(ByteBuffer.wrap("garbage garbage".getBytes(UTF_8)));
        assertTrue(loss.getMessage().contains("protocol"), loss::getMessage);
    }

    @Test
    void aFrameTooShortForItsKindLosesTheCard() throws Exception {
        DeviceLostException loss = lossAfter(head(7, FrameKind.DONE).putShort((short) 1).flip());
        assertTrue(loss.getMessage().contains("makes no sense"), loss::getMessage);
    }

    @Test
    void aFrameThatIsNotForAHostLosesTheCard() throws Exception {
        DeviceLostException loss = lossAfter(head(5, FrameKind.LOAD).flip());
        assertTrue(loss.getMessage().contains("LOAD is not for a host"), loss::getMessage);
    }

    @Test
    void aCardEndsWhenTheHostSaysWhatMakesNoSense() throws Exception {
        for (FrameWriter nonsense :
                List.of(
                        new FrameWriter(FrameKind.DONE).putLong(1).putInt(1),
                        new FrameWriter(FrameKind.RUN).putLong(1).putInt(99),
                        new FrameWriter(FrameKind.WRITE),
                        new FrameWriter(FrameKind.OPEN).putInt(0).putInt(Integer.MAX_VALUE))) {
            try (Rig rig = new Rig(Map.of("cores", 2))) {
                long handle = rig.allocate(1 << 20);
                rig.device.card().send(nonsense);
                assertInstanceOf(
                        DeviceLostException.class, rig.write(0, Rig.host(1 << 20), handle).fails());
            }
        }
        assertEquals(List.of(), Rig.leftovers());
    }

    @Test
    void aFullFileSystemOfSharedMemoryIsATypedError() throws Exception {
        DeviceException full =
                assertThrows(DeviceException.class, () -> new Rig(Map.of("window", 1L << 50)));
        assertTrue(full.getMessage().contains("does not fit into /dev/shm"), full::getMessage);
        DeviceException none =
                assertThrows(
                        DeviceException.class,
                        () -> new Rig(Map.of("sharedMemory", "/no/such/folder")));
        assertTrue(none.getMessage().contains("/no/such/folder"), none::getMessage);
        assertEquals(List.of(), Rig.leftovers());
    }
}
