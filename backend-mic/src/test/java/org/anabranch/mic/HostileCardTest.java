package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Buffer;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A card speaks the language of the link, and lies. */
@Timeout(60)
class HostileCardTest {
    private static final int LARGE = 3 << 20;

    private Pretender card;

    @BeforeEach
    void connect() throws Exception {
        card = new Pretender();
    }

    @AfterEach
    void disconnect() throws Exception {
        card.close();
    }

    private <T> FutureTask<T> started(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    /** A large read whose turn has come: the card has been given a slot for each of its pieces. */
    private long read(MemorySegment target, Region region, Told told) throws Exception {
        long handle = card.device.allocate(target.byteSize(), MemoryKind.NORMAL);
        card.device.read(
                new Order(0, 1, Order.NOTHING),
                new Slice(handle, Region.of(0, LARGE)),
                target,
                region,
                told);
        long operation = card.await(FrameKind.READ).body().getLong();
        card.say(new FrameWriter(FrameKind.GO).putLong(operation));
        return operation;
    }

    private static FrameWriter filled(long operation, long slot, long from, int bytes) {
        return new FrameWriter(FrameKind.FILLED)
                .putLong(operation)
                .putLong(slot)
                .putLong(from)
                .putInt(bytes);
    }

    @Test
    void aPieceThatWasNotAskedForNeverReachesTheProgram() throws Exception {
        MemorySegment target = Rig.host(LARGE / 4, 5);
        Told told = new Told();
        long operation = read(target, Region.of(0, LARGE), told);
        long slot = card.await(FrameKind.FILL).body().getLong(8);
        card.say(filled(operation, slot, LARGE, 1000)); // behind the region
        assertInstanceOf(DeviceLostException.class, told.fails());
        assertEquals(-1, target.mismatch(Rig.host(LARGE / 4, 5)), "it was written to");
    }

    @Test
    void aPieceForAWriteDoesNotChangeWhatIsWritten() throws Exception {
        MemorySegment source = Rig.host(LARGE / 8, 5);
        Told told = new Told();
        long handle = card.device.allocate(LARGE, MemoryKind.NORMAL);
        Region all = Region.of(0, LARGE);
        card.device.write(
                new Order(0, 1, Order.NOTHING), source, all, new Slice(handle, all), told);
        long operation = card.await(FrameKind.WRITE).body().getLong();
        card.say(new FrameWriter(FrameKind.GO).putLong(operation));
        long slot = card.await(FrameKind.CHUNK).body().getLong(8);
        card.device.card().window().fill((byte) 9);
        card.say(filled(operation, slot, 0, Window.LARGEST_SLOT));
        assertInstanceOf(DeviceLostException.class, told.fails());
        assertEquals(-1, source.mismatch(Rig.host(LARGE / 8, 5)), "it was written to");
    }

    @Test
    void aReadOfWhichPiecesAreMissingIsNotDone() throws Exception {
        Told told = new Told();
        long operation = read(Rig.host(LARGE / 8), Region.of(0, LARGE), told);
        card.await(FrameKind.FILL);
        card.say(new FrameWriter(FrameKind.DONE).putLong(operation));
        assertInstanceOf(DeviceException.class, told.fails());
    }

    @Test
    void aSlotThatWasNotGivenCannotBeGivenBack() throws Exception {
        for (long slot : new long[] {3, 1L << 40, 8 << 20}) {
            Told told = new Told();
            long operation = read(Rig.host(LARGE / 8), Region.of(0, LARGE), told);
            card.say(new FrameWriter(FrameKind.TAKEN).putLong(operation + 1).putLong(slot));
            assertInstanceOf(DeviceLostException.class, told.fails());
            disconnect();
            connect();
        }
    }

    private Launch launch() {
        return launch(1000);
    }

    private Launch launch(int indices) {
        Region all = Region.of(0, 8);
        return new Launch(
                1,
                Rig.ADD,
                Piece.of(0, indices, 1),
                List.of(
                        new LaunchArgument.Memory(new Slice(1, all), all, 8, Mode.READ_WRITE, null),
                        new LaunchArgument.Value(1L)));
    }

    /** Offers tasks until the port asks the card for parts; returns the first part's number. */
    private long offer(StealPort port) throws Exception {
        assertTrue(port.offer(launch(), new Told()));
        long first = card.await(FrameKind.OFFER).body().getLong(4);
        while (port.offer(launch(), new Told())) {
            card.await(FrameKind.OFFER);
        }
        return first;
    }

    @Test
    void aTaskWhoseOnlyPartIsStolenIsToldOfTheLossOfTheCard() throws Exception {
        StealPort port = card.device.stealPort().orElseThrow();
        Told told = new Told();
        assertTrue(port.offer(launch(1), told));
        long part = card.await(FrameKind.OFFER).body().getLong(4);
        offer(port);
        FutureTask<StealPort.Stolen> thief = started(port::steal);
        long request = card.await(FrameKind.STEAL).body().getLong();
        card.say(new FrameWriter(FrameKind.STOLEN).putLong(request).putLong(part));
        assertNotNull(thief.get());
        card.device.card().loss().lose("as planned", null);
        card.device.close();
        assertInstanceOf(DeviceLostException.class, told.fails());
    }

    @Test
    void aStolenPartThatIsNoneEndsNothingElse() throws Exception {
        StealPort port = card.device.stealPort().orElseThrow();
        offer(port);
        Told told = new Told();
        long handle = card.device.allocate(8, MemoryKind.NORMAL);
        Region all = Region.of(0, 8);
        card.device.read(
                new Order(0, 1, Order.NOTHING), new Slice(handle, all), Rig.host(1), all, told);
        long operation = card.await(FrameKind.READ).body().getLong();
        FutureTask<StealPort.Stolen> thief = started(port::steal);
        long request = card.await(FrameKind.STEAL).body().getLong();
        card.say(new FrameWriter(FrameKind.STOLEN).putLong(request).putLong(operation));
        assertNull(thief.get());
        card.say(new FrameWriter(FrameKind.DONE).putLong(operation));
        told.succeeds();
    }

    @Test
    void anAnswerThatIsTooShortLosesTheCardAndNotTheThief() throws Exception {
        StealPort port = card.device.stealPort().orElseThrow();
        offer(port);
        FutureTask<StealPort.Stolen> thief = started(port::steal);
        long request = card.await(FrameKind.STEAL).body().getLong();
        card.say(new FrameWriter(FrameKind.DONE).putLong(request));
        assertNull(thief.get());
        assertTrue(card.device.card().isLost());
    }

    @Test
    void aThiefThatIsInterruptedLosesNoPart() throws Exception {
        StealPort port = card.device.stealPort().orElseThrow();
        long part = offer(port);
        FutureTask<StealPort.Stolen> thief =
                new FutureTask<>(
                        () -> {
                            StealPort.Stolen stolen = port.steal();
                            assertTrue(Thread.currentThread().isInterrupted());
                            return stolen;
                        });
        Thread thread = Thread.ofPlatform().start(thief);
        long request = card.await(FrameKind.STEAL).body().getLong();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait(); // it is still sending: an interrupt now would close the link
        }
        thread.interrupt();
        TimeUnit.MILLISECONDS.sleep(50); // the interrupt comes before the answer
        card.say(new FrameWriter(FrameKind.STOLEN).putLong(request).putLong(part));
        assertNotNull(thief.get());
    }

    private static MappedOperand failingMapping() {
        Buffer any =
                (Buffer)
                        Proxy.newProxyInstance(
                                Buffer.class.getClassLoader(),
                                new Class<?>[] {Buffer.class},
                                (proxy, method, arguments) -> null);
        return new MappedOperand(
                any,
                (piece, shape) -> {
                    throw new IllegalStateException("as planned");
                },
                Mode.READ_WRITE);
    }

    @Test
    void aTaskWhoseMappingFailsFailsAndIsNotLost() throws Exception {
        StealPort port = card.device.stealPort().orElseThrow();
        Launch broken =
                new Launch(
                        1,
                        Rig.ADD,
                        Piece.of(0, 1 << 20, 1),
                        List.of(
                                new LaunchArgument.Memory(
                                        new Slice(1, Region.of(0, 8)),
                                        Region.of(0, 8),
                                        8,
                                        Mode.READ_WRITE,
                                        failingMapping())));
        Told told = new Told();
        assertTrue(port.offer(broken, told));
        assertEquals("as planned", told.fails().getCause().getMessage());
    }

    @Test
    void aCardThatAlwaysLacksABundleIsNotAskedForEver() throws Exception {
        FutureTask<Long> load = started(() -> card.device.load(Rig.ADD));
        var unused =
                started(
                        () -> {
                            while (true) {
                                long request = card.await(FrameKind.LOAD).body().getLong();
                                card.say(
                                        new FrameWriter(FrameKind.LACKS)
                                                .putLong(request)
                                                .putInt(0));
                            }
                        });
        assertInstanceOf(
                DeviceException.class,
                assertThrows(ExecutionException.class, load::get).getCause());
    }

    @Test
    void aKernelThatIsBeingLoadedEndsWithTheCard() throws Exception {
        FutureTask<Long> load = started(() -> card.device.load(Rig.ADD));
        card.await(FrameKind.LOAD);
        FutureTask<Void> end =
                started(
                        () -> {
                            card.device.close();
                            return null;
                        });
        card.await(FrameKind.BYE);
        card.channel.close();
        end.get();
        assertInstanceOf(
                DeviceException.class,
                assertThrows(ExecutionException.class, load::get).getCause());
    }
}
