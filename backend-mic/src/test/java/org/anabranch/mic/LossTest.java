package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A card's process is killed, stopped, or loses its parent. */
@Timeout(1800)
class LossTest {
    private static final int KILLS = Boolean.getBoolean("anabranch.nightly") ? 200 : 10;
    private static final int LARGE = 1 << 19;

    /** An operation under way: what it should have read, and what it read. */
    private record Load(Told told, MemorySegment expected, MemorySegment seen) {}

    @Test
    void R4_everyEventEndsAndNothingIsLeftWhenTheProcessIsKilled(TestReporter reporter)
            throws Exception {
        MicBackend backend = MicBackend.with(Map.of("cores", 4));
        SplittableRandom random = new SplittableRandom(4);
        long slowest = 0;
        long lost = 0;
        for (int round = 0; round < KILLS; round++) {
            ProcessHandle gone;
            try (Rig rig = new Rig(backend)) {
                ProcessHandle process = rig.process();
                long add = rig.device.load(Rig.ADD);
                Thread killer =
                        Thread.ofPlatform().start(() -> killSoon(process, random.nextInt(100)));
                List<Load> load = new ArrayList<>();
                while (killer.isAlive()) {
                    load(rig, add, random, load);
                }
                long killed = killedAt;
                killer.join();
                for (Load one : load) {
                    lost += ended(one) ? 0 : 1;
                    slowest = Math.max(slowest, one.told.at() - killed);
                }
                gone = process;
            }
            assertFalse(gone.isAlive());
        }
        assertTrue(lost > 0, "nothing was under way at any kill");
        assertEquals(List.of(), Rig.leftovers());
        assertTrue(backend.report().getFirst().contains("generation " + KILLS));
        reporter.publishEntry(
                KILLS + " kills, " + lost + " operations lost, the slowest event ended after",
                TimeUnit.NANOSECONDS.toMillis(slowest) + " ms");
    }

    private volatile long killedAt;

    private void killSoon(ProcessHandle process, int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
        killedAt = System.nanoTime();
        process.destroyForcibly();
    }

    /** A write, a kernel and a read of an array of its own, small or large. */
    private static void load(Rig rig, long add, SplittableRandom random, List<Load> load) {
        int elements = random.nextBoolean() ? random.nextInt(1, 2000) : random.nextInt(1, LARGE);
        long value = random.nextInt();
        int lane = random.nextInt(4);
        try {
            long handle = rig.allocate(elements);
            MemorySegment seen = Rig.host(elements);
            load.add(new Load(rig.write(lane, Rig.host(elements, value), handle), null, null));
            load.add(
                    new Load(
                            rig.run(lane, rig.launch(Rig.ADD, add, handle, elements, 1L)),
                            null,
                            null));
            Told read = rig.read(lane, handle, seen);
            load.add(new Load(read, Rig.host(elements, value + 1), seen));
            if (load.size() > 60) {
                load.get(load.size() - 50).told.end();
            }
            var unused = read.whenComplete((done, failed) -> rig.device.release(handle));
        } catch (DeviceException gone) {
            assertTrue(
                    gone instanceof DeviceLostException || gone.getMessage().contains("bytes"),
                    gone::toString);
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns true if it was done with the right data, and false if it failed by the loss. */
    private static boolean ended(Load one) throws Exception {
        Throwable failure = one.told.end();
        if (failure != null) {
            assertInstanceOf(DeviceLostException.class, failure);
            return false;
        }
        if (one.seen != null) {
            assertEquals(-1, one.expected.mismatch(one.seen), "a read gave wrong data");
        }
        return true;
    }

    @Test
    void aCardThatStopsAnsweringIsGivenUp() throws Exception {
        try (Rig rig = new Rig(Map.of("beat", 100L, "patience", 5_000L))) {
            long handle = rig.allocate(LARGE);
            signal("STOP", rig.pid());
            List<Told> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) { // more than the socket takes: no thread may hang
                all.add(rig.write(i % 4, Rig.host(i % 2 == 0 ? 10 : LARGE), handle));
            }
            for (Told told : all) {
                Throwable failure = told.fails();
                assertInstanceOf(DeviceLostException.class, failure);
                assertTrue(failure.getMessage().contains("no sign of life"), failure::getMessage);
            }
        }
        assertEquals(List.of(), Rig.leftovers());
    }

    @Test
    void aCardThatStopsAnsweringDoesNotHoldUpItsEnd() throws Exception {
        ProcessHandle process;
        try (Rig rig = new Rig(Map.of("closeDeadline", 300L))) {
            process = rig.process();
            signal("STOP", rig.pid());
        }
        assertFalse(process.isAlive());
        assertEquals(List.of(), Rig.leftovers());
    }

    /** A Ctrl-C in the terminal is SIGINT to each process of the foreground group. */
    @Test
    void r16_theInterruptOfATerminalDoesNotReachACard() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long process = rig.pid();
            signal("INT", process);
            assertArrayEquals(new long[] {7, 7, 7}, rig.result(Rig.ADD, 3, 7L));
            assertEquals(process, rig.pid());
            long ignored = 0;
            for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
                ignored |=
                        line.startsWith("SigIgn:")
                                ? Long.parseUnsignedLong(line.substring(7).strip(), 16)
                                : 0;
            }
            assertEquals(1 << 1, ignored & 1 << 1, "SIGINT is not ignored: " + ignored);
        }
    }

    private static final Kernel CHATTY =
            Kernel.of("chatty", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) -> {
                                System.out.println("word ".repeat(1 << 20));
                                Runtime.getRuntime().halt(3);
                            });

    @Test
    void theLastWordsOfACardAreFew() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long handle = rig.allocate(1);
            long loaded = rig.device.load(CHATTY);
            Throwable lost = rig.run(0, rig.launch(CHATTY, loaded, handle, 1)).fails();
            assertInstanceOf(DeviceLostException.class, lost);
            assertTrue(lost.getMessage().endsWith("word "), lost.getMessage().length() + " chars");
            assertTrue(lost.getMessage().length() < 10_000, lost.getMessage().length() + " chars");
        }
    }

    static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertEquals(0, kill.waitFor());
    }

    /** Opens a card, says its process, and waits. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Rig rig = new Rig(Map.of());
            rig.result(Rig.ADD, 10, 1L);
            Files.writeString(Path.of(arguments[0] + ".new"), Long.toString(rig.pid()));
            Files.move(Path.of(arguments[0] + ".new"), Path.of(arguments[0]));
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    void aCardEndsWithItsParentAndLeavesNoFile() throws Exception {
        Path told = Files.createTempDirectory("parent").resolve("pid");
        Process parent = parent(told);
        ProcessHandle card = card(told);
        parent.destroyForcibly();
        assertNothingLeft(parent, card, told);
    }

    @Test
    void aCardThatIsTerminatedTogetherWithItsParentLeavesNoFile() throws Exception {
        Path told = Files.createTempDirectory("parent").resolve("pid");
        Process parent = parent(told);
        ProcessHandle card = card(told);
        signal("STOP", parent.pid()); // it notices nothing
        signal("TERM", card.pid());
        Path state = Path.of("/proc/" + card.pid() + "/stat");
        while (!Files.readString(state).contains(") Z ")) { // ended, and the parent not told yet
            Thread.sleep(10);
        }
        parent.destroyForcibly();
        assertNothingLeft(parent, card, told);
    }

    private static Process parent(Path told) throws Exception {
        Process parent =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Parent.class.getName(),
                                told.toString())
                        .inheritIO()
                        .start();
        while (!Files.exists(told) && parent.isAlive()) {
            Thread.sleep(10);
        }
        return parent;
    }

    private static ProcessHandle card(Path told) throws Exception {
        return ProcessHandle.of(Long.parseLong(Files.readString(told))).orElseThrow();
    }

    private static void assertNothingLeft(Process parent, ProcessHandle card, Path told)
            throws Exception {
        card.onExit().get(20, TimeUnit.SECONDS);
        parent.waitFor();
        String own = "anabranch-mic-" + parent.pid() + "-";
        for (String folder : List.of(System.getProperty("java.io.tmpdir"), "/dev/shm")) {
            try (var files = Files.list(Path.of(folder))) {
                assertEquals(
                        List.of(),
                        files.filter(file -> file.getFileName().toString().startsWith(own))
                                .toList());
            }
        }
        Files.delete(told);
        Files.delete(told.getParent());
    }

    @Test
    void aKernelThatDoesNotEndCostsTheCardAndNotTheHost() throws Exception {
        Told told;
        try (Rig rig = new Rig(Map.of("closeDeadline", 300L))) {
            long handle = rig.allocate(1);
            long loaded = rig.device.load(ENDLESS);
            told = rig.run(0, rig.launch(ENDLESS, loaded, handle, 1));
        }
        assertInstanceOf(DeviceLostException.class, told.fails());
    }

    private static final Kernel ENDLESS =
            Kernel.of("endless", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) -> {
                                while (arguments.segment(0).getAtIndex(JAVA_LONG, 0) >= 0) {
                                    Thread.onSpinWait();
                                }
                            });
}
