package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Bodies of all forms: those that are lifted, and those that are refused, with the reason. */
class LiftedBodiesTest {
    private static TestPlatform platform;
    private static LiftedLoops loops;

    private final int[] own = IntStream.range(0, 100).toArray();
    private int total;
    private volatile int shared;
    private static int offset = 3;

    /** A body of a class that is defined hidden. */
    static final class Maker {
        public static LongBody make(float[] y) {
            return i -> y[(int) i] = i;
        }
    }

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static Verdict verdict(long n, LongBody body) {
        return loops.explain(0, n, body).verdict();
    }

    private static void doall(long n, LongBody body) {
        Verdict verdict = verdict(n, body);
        assertEquals(Verdict.Kind.DOALL, verdict.kind(), verdict.toString());
        assertEquals(List.of(), verdict.hazards());
    }

    private static void refused(String reason, LongBody body) {
        Verdict verdict = verdict(10, body);
        assertEquals(Verdict.Kind.REFUSED, verdict.kind(), verdict.toString());
        assertTrue(verdict.reason().contains(reason), verdict.reason());
        assertTrue(verdict.line() > 0 || verdict.reason().contains("hidden"), verdict.toString());
    }

    private static int twice(int x) {
        return 2 * x;
    }

    private static void fill(int[] a, long i) {
        a[(int) i] = twice((int) i) + 1;
    }

    private int plusTotal(int x) {
        return x + total;
    }

    @Test
    @DisplayName("JA-04: captured values, fields, calls and forms of body")
    void ja04Forms() {
        int[] a = new int[100];
        doall(100, i -> a[(int) i] = own[(int) i] + offset);
        doall(100, i -> a[(int) i] = plusTotal(twice((int) i)));
        doall(50, i -> a[Math.toIntExact(i) * 2 + 1] = Math.floorMod((int) i, 7));
        doall(100, this::store);
        doall(
                100,
                new LongBody() {
                    @Override
                    public void run(long i) {
                        a[(int) i] = 7;
                    }
                });
        loops.strict().parallel(0, 100, i -> fill(a, i));
        assertArrayEquals(IntStream.range(0, 100).map(i -> 2 * i + 1).toArray(), a);
        loops.strict().parallelInts(0, 100, i -> a[i] = i);
        assertArrayEquals(IntStream.range(0, 100).toArray(), a);
    }

    private void store(long i) {
        own[(int) i] = (int) i;
    }

    private record Pair(double re, double im) {
        Pair times(Pair o) {
            return new Pair(re * o.re - im * o.im, re * o.im + im * o.re);
        }

        Pair plus(Pair o) {
            return new Pair(re + o.re, im + o.im);
        }

        double norm() {
            return re * re + im * im;
        }
    }

    private static class Counter {
        int count = 1;
        private final int[] limits;

        Counter(int[] limits) {
            this.limits = limits;
        }

        int next() {
            count = count < limits[0] ? count * 2 : 0;
            return count;
        }
    }

    @Test
    @DisplayName("JA-04: objects and arrays that an iteration makes and keeps to itself")
    void ja04OwnObjects() {
        int[] found = new int[200];
        LongBody escape =
                i -> {
                    Pair c = new Pair(i / 50.0 - 2, 0.3);
                    Pair z = new Pair(0, 0);
                    int k = 0;
                    while (k < 40 && z.norm() < 4) {
                        Pair before = z;
                        z = z.times(z).plus(c);
                        z = k % 7 == 3 ? before : z;
                        k++;
                    }
                    found[(int) i] = k;
                };
        likeInOrder(200, found, escape);
        int[] limits = {10};
        LongBody counters =
                i -> {
                    Counter one = new Counter(limits);
                    Counter other = new Counter(limits);
                    int sum = one.count + 10 * one.next() + 100 * one.next();
                    int[] last = new int[3];
                    last[(int) i % 3] = other.next() + one.count;
                    found[(int) i] = sum + last[(int) i % 3] * 1000 + last.length;
                };
        likeInOrder(200, found, counters);
        LongBody outside =
                i -> {
                    int[] few = new int[4];
                    found[(int) i] = few[(int) i];
                };
        assertFalse(verdict(5, outside).hazards().isEmpty());
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> loops.parallel(0, 5, outside));
        LongBody negative = i -> found[(int) i] = new int[3 - (int) i].length;
        assertThrows(NegativeArraySizeException.class, () -> loops.parallel(0, 5, negative));
        assertEquals(0, found[3]);
    }

    @Test
    @DisplayName("JA-08: objects and arrays that cannot be an iteration's own are refused")
    void ja08MadeObjects() {
        int[] a = new int[10];
        Object[] kept = new Object[10];
        refused("makes an array of arrays", i -> a[(int) i] = new int[3][2].length);
        refused("makes an array of objects", i -> a[(int) i] = new String[3].length);
        refused("is not known", i -> a[(int) i] = new Error().hashCode());
        refused("array of objects", i -> kept[(int) i] = new Pair(i, i));
        refused("hashCode, which is linked", i -> a[(int) i] = new Pair(i, i).hashCode());
        refused(
                "changes",
                i -> {
                    Link link = new Link();
                    link.next = link;
                });
    }

    private static class Link {
        Link next;
    }

    private static void likeInOrder(int n, int[] found, LongBody body) {
        doall(n, body);
        loops.strict().parallel(0, n, body);
        int[] parallel = found.clone();
        for (int i = 0; i < n; i++) {
            body.run(i);
        }
        assertArrayEquals(found, parallel);
    }

    @Test
    @DisplayName("JA-03: null checks, and references compared, are known before the loop")
    void ja03SameReferences() {
        int[] a = new int[100];
        int[] none = null;
        int[] same = a;
        doall(100, i -> a[(int) i] = none == null ? 1 : none[(int) i]);
        doall(99, i -> a[same == a ? (int) i : 0] = 1);
        MemorySegment segment = MemorySegment.ofArray(new int[100]);
        doall(100, i -> segment.setAtIndex(INT, segment.byteSize() / 4 - 1 - i, (int) i));
    }

    @Test
    @DisplayName("JA-06: sums into fields and cells are reductions")
    void ja06Reductions() {
        int[] a = IntStream.range(0, 100).toArray();
        long[] sum = new long[1];
        Verdict field = verdict(100, i -> total += a[(int) i]);
        assertEquals("+", field.reductions().getFirst().operator());
        assertTrue(field.reductions().getFirst().anyOrder());
        Verdict most = verdict(100, i -> sum[0] = Math.max(sum[0], a[(int) i]));
        assertEquals("max", most.reductions().getFirst().operator());
        loops.parallel(0, 100, i -> sum[0] += a[(int) i]);
        assertEquals(4950, sum[0]);
        int[] histogram = new int[10];
        loops.parallel(0, 100, i -> histogram[a[(int) i] % 10]++);
        assertEquals(10, histogram[3]);
    }

    @Test
    @DisplayName("L4: a subscript is shown as it is written, whatever is stored there")
    void l4Subscripts() {
        int[] a = new int[100];
        int[] b = new int[100];
        Verdict chosen = verdict(100, i -> a[(int) i] = b[(int) i] > 0 ? 1 : (int) i);
        assertTrue(chosen.reason().endsWith("writes to a[i]"), chosen.reason());
        Verdict moved = verdict(90, i -> a[(int) i + 3] = i > 5 ? a[(int) i] : 2);
        assertTrue(moved.reason().contains("a[i + 3]"), moved.reason());
    }

    private static final ValueLayout.OfInt WIDER = ValueLayout.JAVA_INT.withByteAlignment(16);

    /** Runs a body over a segment in parallel and in order, and compares memory and exceptions. */
    private static Verdict alike(MemorySegment one, Function<MemorySegment, LongBody> body) {
        byte[] before = one.toArray(ValueLayout.JAVA_BYTE);
        String inOrder = "";
        try {
            LongStream.range(0, 20).forEach(body.apply(one)::run);
        } catch (RuntimeException thrown) {
            inOrder = thrown.toString();
        }
        byte[] expected = one.toArray(ValueLayout.JAVA_BYTE);
        one.copyFrom(MemorySegment.ofArray(before));
        String parallel = "";
        try {
            loops.parallel(0, 20, body.apply(one));
        } catch (RuntimeException thrown) {
            parallel = thrown.toString();
        }
        assertEquals(inOrder, parallel);
        assertArrayEquals(expected, one.toArray(ValueLayout.JAVA_BYTE));
        return loops.explain(0, 20, body.apply(one)).verdict();
    }

    private static int chosen(int[] x, int[] places, long i) {
        int k = places[(int) i];
        return x[k];
    }

    @Test
    @DisplayName("L4: of two places with one name in one line, both must be within bounds")
    void l4PlacesOfOneName() {
        int n = 50_000;
        int[] x = IntStream.range(0, n).toArray();
        int[] back = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
        int[] places = x.clone();
        int[] y = new int[n];
        LongBody body = i -> y[(int) i] = chosen(x, back, i) + chosen(x, places, i);
        LongBody swapped = i -> y[(int) i] = chosen(x, places, i) + chosen(x, back, i);
        doall(n, body);
        places[n / 2] = n;
        for (LongBody one : List.of(body, swapped)) {
            List<String> hazards = verdict(n, one).hazards();
            assertTrue(hazards.toString().contains("x[k] may be outside"), hazards.toString());
            assertThrows(IndexOutOfBoundsException.class, () -> loops.parallel(0, n, one));
            assertEquals(n / 2, IntStream.of(y).filter(value -> value != 0).count());
        }
        places[n / 2] = 0;
        doall(n, body);
    }

    @Test
    @DisplayName("L4: a new array, which is shown as array, is not proved by one of that name")
    void l4NewArrayOfOneName() {
        int n = own.length;
        int[] array = own;
        int[] back = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
        int[] y = new int[n];
        LongBody body = i -> y[(int) i] = chosen(array, back, i) + chosen(new int[4], back, i);
        List<String> hazards = verdict(n, body).hazards();
        assertTrue(hazards.toString().contains("array[k] may be outside"), hazards.toString());
    }

    @Test
    @DisplayName("L4: elements that are not aligned collide where their bytes do")
    void l4UnalignedElements() {
        try (Arena arena = Arena.ofShared()) {
            for (MemorySegment s :
                    List.of(
                            arena.allocate(101, 1),
                            arena.allocate(101, 8).asSlice(1),
                            MemorySegment.ofArray(new byte[101]))) {
                Verdict near =
                        alike(s, m -> i -> m.set(ValueLayout.JAVA_INT_UNALIGNED, 3 * i, (int) i));
                assertEquals(Verdict.Kind.DEPENDENT, near.kind(), near.toString());
                assertTrue(near.reason().contains("output, distance 1)"), near.reason());
                Verdict far =
                        alike(s, m -> i -> m.set(ValueLayout.JAVA_INT_UNALIGNED, 5 * i, (int) i));
                assertEquals(Verdict.Kind.DOALL, far.kind(), far.toString());
                Verdict indexed =
                        alike(
                                s,
                                m ->
                                        i -> {
                                            int at = (int) i;
                                            int old =
                                                    m.getAtIndex(
                                                            ValueLayout.JAVA_INT_UNALIGNED, at);
                                            m.setAtIndex(
                                                    ValueLayout.JAVA_INT_UNALIGNED, at, old + at);
                                        });
                assertEquals(Verdict.Kind.DOALL, indexed.kind(), indexed.toString());
                Verdict outside =
                        alike(s, m -> i -> m.set(ValueLayout.JAVA_LONG_UNALIGNED, 6 * i, i));
                assertTrue(outside.reason().contains("both run and are inside"), outside.reason());
                Verdict wider = alike(s, m -> i -> m.set(WIDER, 4 * i, (int) i));
                assertTrue(wider.reason().contains("aligned to more"), wider.reason());
                alike(s, m -> i -> m.set(ValueLayout.JAVA_INT, 4 * i, (int) i));
            }
        }
    }

    @Test
    @DisplayName("L4: a refusal names the program's call, and the lambda by its line")
    void l4RefusalsNameTheProgramsCall() {
        int[] a = new int[100];
        StringBuilder text = new StringBuilder("text");
        Verdict built = verdict(100, i -> a[(int) i] = text.charAt((int) i & 3));
        String call = "it calls java.lang.StringBuilder.charAt: ";
        assertTrue(built.reason().startsWith(call), built.reason());
        Explanation told = loops.explain(0, 100, i -> System.out.println(i));
        String name = getClass().getName() + ".l4RefusalsNameTheProgramsCall (lambda in line ";
        assertTrue(told.text().startsWith(name), told.text());
    }

    @Test
    @DisplayName("JA-08: what is not lifted is refused with reason and line")
    void ja08Refusals() throws Exception {
        int[] a = new int[10];
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        AtomicInteger count = new AtomicInteger();
        Object[] objects = new Object[10];
        refused("println", i -> System.out.println(i));
        refused("it calls java.util.List.get: ", i -> a[(int) i] = list.get(0));
        refused("volatile", i -> shared = (int) i);
        refused("AtomicInteger.incrementAndGet: ", i -> count.incrementAndGet());
        refused("array of objects", i -> objects[(int) i] = objects[0]);
        refused(
                "synchronized",
                i -> {
                    synchronized (objects) {
                        a[0]++;
                    }
                });
        refused(
                "catches",
                i -> {
                    try {
                        a[(int) i] = 7 / a[(int) i];
                    } catch (RuntimeException e) {
                        a[0] = 2;
                    }
                });
        refused("calls itself", i -> a[(int) i] = factorial((int) i));
        byte[] bytes;
        try (InputStream in = Maker.class.getResourceAsStream("LiftedBodiesTest$Maker.class")) {
            bytes = in.readAllBytes();
        }
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        float[] y = new float[10];
        LongBody made = (LongBody) hidden.getMethod("make", float[].class).invoke(null, y);
        refused("hidden", made);
        loops.parallel(0, 10, made);
        assertEquals(9f, y[9]);
        assertThrows(NotParallelException.class, () -> loops.strict().parallel(0, 10, made));
    }

    private static int factorial(int n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }

    @Test
    @DisplayName("JA-09: rows by identity, overlapping segments by range")
    void ja09Overlaps() {
        float[][] m = new float[8][8];
        doall(8, i -> m[(int) i][0] = i);
        m[5] = m[2];
        assertEquals(Verdict.Kind.UNKNOWN, verdict(8, i -> m[(int) i][0] = i).kind());
        float[] row = m[3];
        LongBody both = i -> row[(int) i] = m[3][(int) i + 1];
        assertFalse(verdict(7, both).kind() == Verdict.Kind.DOALL);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment all = arena.allocate(4096, 8);
            MemorySegment low = all.asSlice(0, 2048);
            MemorySegment high = all.asSlice(2048, 2048);
            MemorySegment over = all.asSlice(1024, 2048);
            doall(512, i -> low.setAtIndex(INT, i, high.getAtIndex(INT, i)));
            LongBody overlap = i -> low.setAtIndex(INT, i, over.getAtIndex(INT, i));
            assertEquals(Verdict.Kind.DEPENDENT, verdict(512, overlap).kind());
            doall(256, i -> low.setAtIndex(INT, i, over.getAtIndex(INT, i + 256)));
            LongBody wide = i -> all.set(ValueLayout.JAVA_BYTE, i, (byte) all.getAtIndex(INT, 0));
            assertEquals(Verdict.Kind.DEPENDENT, verdict(16, wide).kind());
            float[] heap = new float[64];
            MemorySegment view = MemorySegment.ofArray(heap);
            LongBody twoWays = i -> heap[(int) i] = view.getAtIndex(ValueLayout.JAVA_FLOAT, i + 1);
            assertEquals(Verdict.Kind.DEPENDENT, verdict(63, twoWays).kind());
        }
    }

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    @Test
    @DisplayName("JA-07: an int subscript that wraps around is not taken for linear")
    void ja07WrapAround() {
        int[] a = new int[16];
        int factor = 1 << 30;
        Verdict verdict = verdict(16, i -> a[(int) i * factor * 4] = (int) i);
        assertEquals(Verdict.Kind.UNKNOWN, verdict.kind(), verdict.toString());
        loops.parallel(0, 16, i -> a[(int) i * factor * 4] = (int) i);
        assertEquals(15, a[0]);
        doall(16, i -> a[(int) (i >> 1) * 2 + (int) (i & 1)] = 1);
    }

    @Test
    @DisplayName("JA-12: a fault leaves what running in order leaves")
    void ja12Faults() {
        int[] a = new int[5000];
        int[] p = IntStream.range(0, 5000).map(i -> i == 3000 ? -1 : i).toArray();
        int[] b = IntStream.range(0, 5000).toArray();
        int[] zero = new int[5000];
        zero[10] = 1;
        var thrown =
                assertThrows(
                        ArrayIndexOutOfBoundsException.class,
                        () -> loops.parallel(0, 5000, i -> a[(int) i] = b[p[(int) i]]));
        String message = thrown.getMessage(); // hot code throws without one
        assertTrue(message == null || message.contains("-1"), message);
        assertEquals(2999, a[2999]);
        assertEquals(0, a[3000]);
        assertEquals(0, a[4999]);
        assertThrows(
                ArithmeticException.class,
                () -> loops.parallel(0, 5000, i -> a[(int) i] = 9 / zero[(int) i]));
        assertEquals(0, a[0]);
        int[] none = null;
        assertThrows(
                NullPointerException.class, () -> loops.parallel(0, 5, i -> none[(int) i] = 1));
        List<LoopRun> told = new ArrayList<>();
        loops.telling(told::add).parallel(0, 5000, i -> a[(int) i] = b[(int) i]);
        assertTrue(told.getFirst().parallel());
        assertEquals(0, loops.parallel(5, 5, i -> a[-1] = 1).iterations());
    }
}
