package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.ToIntFunction;

/** Bodies that call lambdas, records and boxed numbers, of which the classes are known. */
class KnownObjectsTest {
    private static final int N = 300;
    private static final LongUnaryOperator FIXED = x -> x * 5;

    private static TestPlatform platform;
    private static LiftedLoops loops;

    private final int[] found = new int[N];
    private int factor = 3;
    private IntBinaryOperator changing = new Before();

    private final ToIntFunction<int[]> mine = x -> x[0] * factor;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** The body is proved, and gives in parallel what it gives in order. */
    private void doall(LongBody body) {
        Verdict verdict = loops.explain(0, N, body).verdict();
        assertEquals(Verdict.Kind.DOALL, verdict.kind(), verdict.toString());
        Arrays.fill(found, -1);
        assertTrue(loops.strict().parallel(0, N, body).parallel());
        int[] parallel = found.clone();
        Arrays.fill(found, -1);
        for (int i = 0; i < N; i++) {
            body.run(i);
        }
        assertArrayEquals(found, parallel);
    }

    /** The body is not proved, and gives what it gives in order. */
    private String unproved(LongBody body) {
        Verdict verdict = loops.explain(0, N, body).verdict();
        assertNotEquals(Verdict.Kind.DOALL, verdict.kind(), verdict.toString());
        Arrays.fill(found, -1);
        loops.parallel(0, N, body);
        int[] parallel = found.clone();
        Arrays.fill(found, -1);
        for (int i = 0; i < N; i++) {
            body.run(i);
        }
        assertArrayEquals(found, parallel);
        return verdict.reason();
    }

    private static int apply(IntUnaryOperator operator, int x) {
        return operator.applyAsInt(x);
    }

    private interface Shape {
        int area(int scale);

        default int twice(int scale) {
            return 2 * area(scale);
        }
    }

    private record Square(int side) implements Shape {
        @Override
        public int area(int scale) {
            return side * side * scale;
        }
    }

    private record Box(int wide, int high) implements Shape {
        @Override
        public int area(int scale) {
            return wide * high * scale;
        }

        @Override
        public int twice(int scale) {
            return -1;
        }
    }

    private record Pair(Shape first, Shape second) {}

    private final class Before implements IntBinaryOperator {
        @Override
        public int applyAsInt(int x, int y) {
            return found[Math.max(x - y, 0)] + 1;
        }
    }

    private static class Outer {
        private int name() {
            return 1;
        }

        final LongBody body(int[] found) {
            return i -> found[(int) i] = name();
        }
    }

    private static final class Inner extends Outer {
        // has the descriptor of the private method above, and does not override it
        private int name() {
            return 2;
        }

        int other() {
            return name();
        }
    }

    @Test
    @DisplayName("L5: boxed numbers that an iteration makes are numbers")
    void l5Boxes() {
        int k = 7;
        Integer given = 1000;
        doall(
                i -> {
                    Integer z = (int) i + k;
                    found[(int) i] = z + given;
                });
        doall(
                i -> {
                    Integer sum = 0;
                    Long other = i;
                    Character letter = (char) (i * 30_000);
                    Boolean odd = i % 2 == 1;
                    Double d = i * 0.5;
                    for (int j = 0; j < 5; j++) {
                        sum += j * (int) i;
                        other = other * 3 + sum;
                    }
                    found[(int) i] = (odd ? sum : letter) + other.intValue() + d.intValue();
                });
        doall(
                i -> {
                    Integer x = (int) i;
                    Integer y = 128;
                    Object z = x;
                    found[(int) i] = (x.equals(y) ? 1 : 0) + (z instanceof Integer w ? w : 0);
                });
    }

    @Test
    @DisplayName("L5: boxed numbers are not compared by identity, nor taken for independent")
    void l5BoxesThatDepend() {
        String reason =
                unproved(
                        i -> {
                            Integer x = (int) i % 200;
                            Integer y = (int) (i + 200) % 200;
                            found[(int) i] = same(x, y) ? 1 : 0; // true up to 127
                        });
        assertTrue(reason.contains("compares references"), reason);
        unproved(
                i -> {
                    Integer at = (int) i / 2;
                    found[at] = (int) i;
                });
    }

    private static boolean same(Object one, Object other) {
        return one == other;
    }

    @Test
    @DisplayName("L5: captured lambdas and method references are called by their methods")
    void l5CapturedLambdas() {
        int k = 7;
        int[] data = {4, 5, 6};
        IntUnaryOperator captures = x -> x * k + data[x % 3];
        doall(i -> found[(int) i] = captures.applyAsInt((int) i));
        doall(i -> found[(int) i] = apply(captures, (int) i));
        doall(i -> found[(int) i] = (int) FIXED.applyAsLong(i));
        changing = Math::max;
        doall(i -> found[(int) i] = changing.applyAsInt((int) i, 100));
        doall(i -> found[(int) i] = mine.applyAsInt(data) + (int) i);
        DoubleUnaryOperator root = Math::sqrt;
        doall(i -> found[(int) i] = (int) root.applyAsDouble(i));
        IntPredicate third = x -> x % 3 == 0;
        doall(i -> found[(int) i] = third.negate().test((int) i) ? 1 : 2);
        Function<Integer, Integer> next = x -> x + 1;
        doall(i -> found[(int) i] = next.apply((int) i));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        doall(i -> found[(int) i] = add.apply((int) i, k));
        IntConsumer stores = x -> found[x] = x;
        doall(i -> stores.accept((int) i));
        doall(i -> found[(int) i] = apply(x -> x - k, apply(x -> x * 2, (int) i)));
        doall(
                i -> {
                    IntUnaryOperator both = captures.andThen(x -> -x);
                    found[(int) i] = both.applyAsInt((int) i);
                });
    }

    @Test
    @DisplayName("L5: a lambda that makes iterations collide does so however it is called")
    void l5LambdasThatCollide() {
        int[] cell = new int[1];
        IntUnaryOperator counts = x -> cell[0] = cell[0] * 3 + x;
        String carried =
                unproved(
                        i -> {
                            cell[0] = i == 0 ? 0 : cell[0];
                            found[(int) i] = counts.applyAsInt((int) i);
                        });
        assertTrue(carried.contains("cell"), carried);
        IntPredicate before = x -> found[Math.max(x - 1, 0)] > x;
        unproved(i -> found[(int) i] = before.test((int) i) ? 1 : (int) i);
        int[] same = found;
        IntConsumer shifts = x -> same[(x + 1) % N] = x;
        IntUnaryOperator alike = x -> x + 1;
        IntUnaryOperator other = x -> x + 2;
        String reason = unproved(i -> found[(int) i] = alike.applyAsInt(other.applyAsInt((int) i)));
        assertTrue(reason.contains("calls a lambda"), reason);
        IntUnaryOperator told = (IntUnaryOperator & Serializable) x -> x + 1;
        doall(i -> found[(int) i] = told.applyAsInt((int) i));
        unproved(
                i -> {
                    shifts.accept((int) i);
                    found[(int) i] += 1;
                });
        IntUnaryOperator none = null;
        assertThrows(
                NullPointerException.class,
                () -> loops.parallel(0, N, i -> found[(int) i] = none.applyAsInt(1)));
    }

    @Test
    @DisplayName("L5: a field is analysed for the object that it holds at the call")
    void l5ChangingFields() {
        LongBody body = i -> found[(int) i] = changing.applyAsInt((int) i, 2);
        for (int round = 0; round < 3; round++) {
            changing = new Before();
            unproved(body);
            changing = (x, y) -> x + factor;
            doall(body);
            changing = null;
            assertThrows(NullPointerException.class, () -> loops.parallel(0, N, body));
        }
    }

    @Test
    @DisplayName("L5: interfaces of captured records, and record patterns")
    void l5Records() {
        Shape shape = new Square(3);
        doall(i -> found[(int) i] = shape.area((int) i) + shape.twice(2));
        Shape other = new Box(3, 4);
        doall(i -> found[(int) i] = other.area((int) i) + other.twice(2));
        Pair pair = new Pair(shape, other);
        doall(i -> found[(int) i] = pair.first().area((int) i) + pair.second().twice(2));
        doall(i -> found[(int) i] = pair instanceof Pair(Square(int s), Shape z) ? s : z(z(i)));
        doall(
                i -> {
                    Object made = new Box((int) i, 2);
                    found[(int) i] = made instanceof Box(int w, int h) ? w * h : -5;
                });
        for (Shape one : new Shape[] {shape, other}) {
            doall(
                    i ->
                            found[(int) i] =
                                    switch (one) {
                                        case Square(int s) -> s;
                                        case Box(int w, int h) -> w * h + (int) i;
                                        default -> 0;
                                    });
            doall(i -> found[(int) i] = one instanceof Box box ? box.wide() : (int) i);
        }
        unproved(i -> found[pair instanceof Pair(Square(int s), Shape z) ? s : 0] = (int) i);
        new Inner().other();
        doall(new Inner().body(found));
    }

    private static int z(long i) {
        return (int) i;
    }

    @Test
    @DisplayName("L5: handlers of exceptions do not matter where none can be thrown")
    void l5Handlers() {
        doall(
                i -> {
                    try {
                        found[(int) i] = (int) i;
                    } catch (ArrayIndexOutOfBoundsException outside) {
                        found[0]++;
                    }
                });
        int[] data = new int[N];
        doall(
                i -> {
                    try {
                        found[(int) i] = 1;
                    } finally {
                        data[(int) i]++;
                    }
                });
    }

    @Test
    @DisplayName(
            "L5: a body whose handlers may run is refused, with the exception that may be thrown")
    void l5HandlersThatRun() {
        String reason =
                unproved(
                        i -> {
                            try {
                                found[(int) i] = 12 / (int) (i % 3);
                            } catch (ArithmeticException zero) {
                                found[0]--;
                            }
                        });
        assertTrue(reason.contains("catches exceptions"), reason);
        assertTrue(reason.contains("divisor"), reason);
        unproved(
                i -> {
                    try {
                        if (i % 7 == 3) {
                            throw new IllegalStateException("x");
                        }
                        found[(int) i] = 5;
                    } catch (IllegalStateException thrown) {
                        found[0]--;
                    }
                });
    }
}
