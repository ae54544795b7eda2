package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Place;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.loops.device.KeptArrays;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Memory that stays on devices between loops. */
final class KeptTest {
    private static final int N = 1000;

    private static final UnlikeDevices DEVICES = new UnlikeDevices();
    private static final FaultyBackend FAULTY =
            new FaultyBackend(new UnlikeDevices(), FaultPlan.parse(""));
    private static TestPlatform platform;
    private static Loops loops;

    private final float[] a = new float[N];
    private final float[] b = new float[N];

    @BeforeAll
    static void open() {
        platform = TestPlatform.start();
        platform.anabranch().framework().registerService(Backend.class, DEVICES, null);
        loops = new LiftedLoops(platform.platform()).on(device("fake"));
    }

    @AfterEach
    void nothingIsLeft() {
        System.clearProperty("anabranch.loops.check");
        assertFalse(KeptArrays.any());
    }

    @AfterAll
    static void close() {
        platform.close();
    }

    private static Domain device(String kind) {
        return platform.anabranch().domains(kind, Duration.ofSeconds(60)).getFirst();
    }

    private static void add(Loops where, float[] to, float value) {
        LoopRun run = where.parallelInts(0, to.length, i -> to[i] = to[i] + value);
        assertTrue(run.parallel(), run::toString);
    }

    private static void addPart(float[] to, int part, int at) {
        to[at] += part;
    }

    private static void all(float expected, float... found) {
        float[] same = new float[found.length];
        Arrays.fill(same, expected);
        assertArrayEquals(same, found);
    }

    @Test
    void withinTheScopeDataIsSentOnceAndFetchedOnce() {
        long sent = DEVICES.sent.get();
        long fetched = DEVICES.fetched.get();
        try (Kept kept = loops.keep(a, b)) {
            for (int step = 0; step < 5; step++) {
                add(loops, a, 1);
                loops.parallelInts(0, N, i -> b[i] = b[i] + a[i]);
            }
            assertEquals(2 * 4 * N, DEVICES.sent.get() - sent);
            kept.fetch(a);
            all(5, a);
            add(loops, a, 1);
            kept.fetch();
            kept.fetch();
            assertEquals(2 * 4 * N, DEVICES.sent.get() - sent);
        }
        all(6, a);
        all(15, b);
        assertTrue(DEVICES.fetched.get() - fetched <= 4 * 4 * N);
    }

    @Test
    void onTheHostNothingChanges() {
        Loops host = loops.on(platform.platform().host());
        try (Kept kept = host.keep(a)) {
            add(host, a, 1);
            all(1, a);
            a[0] = 7;
            kept.update(a);
            assertFalse(KeptArrays.any());
        }
    }

    @Test
    void loopsOnTheHostFindTheContents() {
        int[] sum = new int[1];
        Loops strange = loops.on(platform.platform().host());
        try (Kept kept = loops.keep(a)) {
            add(loops, a, 2);
            add(strange, a, 1); // in slices
            add(loops, a, 1);
            LoopRun refused =
                    loops.parallelInts(
                            0,
                            1,
                            i -> {
                                synchronized (sum) {
                                    IntStream.range(0, N).forEach(k -> sum[0] += (int) a[k]);
                                }
                            });
            assertFalse(refused.parallel());
            assertEquals(4 * N, sum[0]);
            add(loops, a, 1);
            loops.parallelInts(1, N, i -> a[i] = a[i - 1] + 1); // in order
            add(loops, a, 1);
            strange.parallelInts(0, N, i -> sum[0] += (int) a[i]); // in tiles
            kept.fetch(a);
            assertEquals(IntStream.range(0, N).map(i -> (int) a[i]).sum() + 4 * N, sum[0]);
        }
        assertEquals(6 + N - 1, a[N - 1]);
    }

    @Test
    void sharedLoopsFindAndLeaveTheContents() {
        Loops all = loops.on(Place.among(platform.platform().domains()));
        Loops devices = loops.on(Place.kind("fake"));
        try (Kept kept = loops.keep(a, b)) {
            for (int round = 0; round < 3; round++) {
                add(loops, a, 1);
                add(all, a, 1);
                add(devices, a, 1);
                devices.parallelInts(0, N, i -> b[i] = 2 * a[i]);
            }
            kept.fetch(b);
            all(18, b);
        }
        all(9, a);
    }

    @Test
    void aVerdictIsMadeFromTheContents() {
        int[] index = IntStream.range(0, N).toArray();
        int[] found = new int[N];
        try (Kept kept = loops.keep(index)) {
            loops.parallelInts(0, N, i -> index[i] = i / 2);
            LoopRun run = loops.parallelInts(0, N, i -> found[index[i]] = i);
            assertFalse(run.verdict().kind() == Verdict.Kind.DOALL, run::toString);
            kept.fetch(index);
            assertEquals(1, index[3]);
        }
        assertEquals(7, found[3]);
    }

    @Test
    void anIterationThatThrowsLosesNothing() {
        int[] divisors = new int[N];
        Arrays.fill(divisors, 1);
        divisors[700] = 0;
        try (Kept kept = loops.keep(a, divisors)) {
            add(loops, a, 1);
            assertThrows(
                    ArithmeticException.class,
                    () -> loops.parallelInts(0, N, i -> addPart(a, 6 / divisors[i], i)));
            add(loops, a, 1);
            kept.fetch(a);
            assertEquals(8, a[699]);
            assertEquals(2, a[700]);
        }
    }

    @Test
    void whatTheProgramWritesIsSentAfterUpdate() {
        try (Kept kept = loops.keep(a)) {
            add(loops, a, 1);
            kept.fetch(a);
            a[1] = 10;
            kept.update(a);
            add(loops, a, 1);
            Arrays.fill(a, 5); // without fetch: all of it
            kept.update();
            add(loops, a, 1);
        }
        all(6, a);
    }

    @Test
    void memoryThatIsReachedInAnotherWayIsHome() {
        float[][] matrix = new float[8][64];
        MemorySegment memory = Arena.ofAuto().allocate(4L * 64, 8);
        MemorySegment half = memory.asSlice(0, 4L * 32);
        float[] row = matrix[3];
        try (Kept kept = loops.keep(matrix, memory)) {
            for (int round = 0; round < 3; round++) {
                loops.parallelInts(0, 8, i -> Arrays.fill(matrix[i], matrix[i][0] + 1));
                loops.parallelInts(0, 8, i -> matrix[i][0] = matrix[i][0] + 1);
                add(loops, row, 1);
                loops.parallel(0, 64, i -> increment(memory, i));
                loops.parallel(0, 32, i -> increment(half, i));
            }
            kept.fetch((Object) matrix);
            kept.fetch(memory);
        }
        assertEquals(6, matrix[2][0]);
        assertEquals(9, matrix[3][0]);
        assertEquals(6, memory.getAtIndex(ValueLayout.JAVA_INT, 31));
        assertEquals(3, memory.getAtIndex(ValueLayout.JAVA_INT, 32));
    }

    private static void increment(MemorySegment memory, long at) {
        int value = memory.getAtIndex(ValueLayout.JAVA_INT, at);
        memory.setAtIndex(ValueLayout.JAVA_INT, at, value + 1);
    }

    @Test
    void aMatrixAloneIsOneArray() {
        float[][] matrix = new float[8][64];
        long sent = DEVICES.sent.get();
        try (Kept kept = loops.keep((Object[]) matrix)) {
            for (int round = 0; round < 4; round++) {
                loops.parallelInts(0, 8, i -> matrix[i][5] = matrix[i][5] + 1);
            }
            assertEquals(4 * 8 * 64, DEVICES.sent.get() - sent);
            kept.fetch((Object[]) matrix);
            assertEquals(4, matrix[7][5]);
        }
    }

    @Test
    void scopesAreNestedAndClosedOnce() {
        Kept outer = loops.keep(a, a);
        try (Kept _ = loops.keep(a, b)) {
            add(loops, a, 1);
        }
        all(1, a);
        long sent = DEVICES.sent.get();
        add(loops, a, 1);
        assertEquals(0, DEVICES.sent.get() - sent);
        outer.close();
        all(2, a);
        a[0] = 5;
        outer.close();
        assertEquals(5, a[0]);
        assertThrows(IllegalStateException.class, outer::fetch);
        assertThrows(IllegalStateException.class, () -> outer.update(a));
        add(loops, a, 1);
        assertEquals(6, a[0]);
    }

    @Test
    void somethingElseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> loops.keep(a, "text"));
        assertThrows(IllegalArgumentException.class, () -> loops.keep(new String[1], a));
        assertThrows(NullPointerException.class, () -> loops.keep(a, null));
        try (Kept kept = loops.keep(a)) {
            assertThrows(IllegalArgumentException.class, () -> kept.fetch(b));
            assertThrows(IllegalArgumentException.class, () -> kept.update(a, b));
        }
    }

    @Test
    void anotherThreadMayUseAndCloseIt() throws InterruptedException {
        Kept kept = loops.keep(a);
        add(loops, a, 1);
        Thread other =
                new Thread(
                        () -> {
                            add(loops, a, 1);
                            kept.close();
                        });
        other.start();
        other.join();
        all(2, a);
    }

    @Test
    void anInterruptDoesNotLoseContents() {
        try (Kept kept = loops.keep(a)) {
            add(loops, a, 1);
            Thread.currentThread().interrupt();
            kept.fetch(a);
            assertTrue(Thread.interrupted());
            all(1, a);
        }
    }

    @Test
    void aWriteWithoutUpdateIsFoundByTheCheck() {
        System.setProperty("anabranch.loops.check", "true");
        try (Kept kept = loops.keep(a)) {
            add(loops, a, 1);
            a[3] = 9;
            assertThrows(IllegalStateException.class, () -> add(loops, a, 1));
            add(loops, a, 1);
            kept.fetch(a);
            assertEquals(10, a[3]);
        }
    }

    @Test
    void markedLoopsFindTheContents() throws Exception {
        String source =
                """
                import org.anabranch.loops.Parallel;
                public class Marked {
                    public static void add(float[] a) {
                        for (@Parallel int i = 0; i < a.length; i++) a[i] = a[i] + 1;
                    }
                }
                """;
        URLClassLoader found =
                (URLClassLoader) Compilers.JAVAC.load("Marked", source).getClassLoader();
        float[] small = new float[16];
        LiftedLoops own = LiftedLoops.of(platform.platform(), false);
        ParallelLoops.use(own);
        try (WeavingLoader loader =
                new WeavingLoader(found.getURLs(), getClass().getClassLoader())) {
            Method marked = loader.loadClass("Marked").getMethod("add", float[].class);
            for (int call = 0; call < 100; call++) {
                marked.invoke(null, small); // too short to be analysed
            }
            try (Kept kept = own.keep(small)) {
                add(own.on(device("fake")), small, 1);
                marked.invoke(null, small);
                kept.fetch(small);
                all(102, small);
                add(own.on(device("fake")), small, 1);
                ParallelLoops.use(null);
                marked.invoke(null, small);
            }
        } finally {
            ParallelLoops.use(null);
        }
        all(104, small);
    }

    @Test
    void whatIsLostWithADeviceIsReported() {
        platform.anabranch().framework().registerService(Backend.class, FAULTY, null);
        Loops faulty = loops.on(device("faulty"));
        Kept kept = loops.keep(a, b);
        add(faulty, a, 1);
        add(faulty, b, 1);
        kept.fetch(b);
        for (String id : List.of("faulty:0", "faulty:1")) {
            FAULTY.unplug(id);
        }
        assertThrows(DomainLostException.class, () -> kept.fetch(a));
        assertThrows(DomainLostException.class, () -> add(faulty, a, 1));
        assertThrows(AnabranchException.class, () -> loops.parallelInts(0, N, i -> b[i] += a[i]));
        all(1, b);
        Arrays.fill(a, 4);
        kept.update(a);
        add(loops, a, 1);
        add(faulty, b, 1);
        kept.fetch(a);
        all(5, a);
        kept.close();
        all(2, b);
    }

    @Test
    void aScopeEndsEvenIfContentsAreLost() {
        FaultyBackend other = new FaultyBackend(new UnlikeDevices(), FaultPlan.parse(""));
        try (TestPlatform own = TestPlatform.start()) {
            own.anabranch().framework().registerService(Backend.class, other, null);
            Domain faulty = own.anabranch().domains("faulty", Duration.ofSeconds(60)).getFirst();
            Loops there = new LiftedLoops(own.platform()).on(faulty);
            Kept kept = there.keep(a, b);
            add(there, a, 1);
            other.unplug(faulty.id());
            assertThrows(DomainLostException.class, kept::close);
            kept.close();
        }
    }
}
