package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** A static initializer runs when, and only if, an iteration in order would run it. */
class InitializersTest {
    private static final int SIZE = 600;
    private static TestPlatform platform;
    private static LiftedLoops loops;
    private static int seen = 100;
    private static int bases;

    /** Is first used by an iteration in the middle. */
    static final class Late {
        static int value = seen++;

        static int plus(int i) {
            return value + i;
        }
    }

    /** Is used by no iteration. */
    static final class Never {
        static int value = seen += 1000;
    }

    /** Is used by each iteration. */
    static final class Always {
        static final int[] TABLE = IntStream.range(0, 64).toArray();
    }

    /** Is initialized before the class that inherits from it. */
    static class Base {
        static {
            bases++;
        }
    }

    static final class Inherits extends Base {
        static int of(int i) {
            return i + bases;
        }
    }

    /** Cannot be initialized. */
    static final class Fails {
        static int value = Integer.parseInt("none");
    }

    /** Is not initialized yet when it is explained. */
    static final class Explained {
        static int value = seen += 10_000;
    }

    /** Holds constants, whose assignment is not observable. */
    static final class Constants {
        static final double[] WEIGHTS = {0.5, 0.25, 0.125, 0.125};
        static double scale = 3;
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

    @Test
    void l1_initializerRunsInTheIterationThatIsFirstToUseIt() {
        int[] b = new int[SIZE];
        seen = 100;
        LoopRun run = loops.parallelInts(0, SIZE, i -> b[i] = i > 300 ? Late.plus(i) : seen);
        assertFalse(run.parallel(), run.toString());
        assertTrue(run.reason().contains("Late may not be initialized"), run.toString());
        assertEquals(SIZE, run.iterations());
        for (int i = 0; i < SIZE; i++) {
            assertEquals(i > 300 ? 100 + i : 100, b[i], "b[" + i + "]");
        }
        LoopRun again = loops.parallelInts(0, SIZE, i -> b[i] = i > 300 ? Late.plus(i) : 7);
        assertTrue(again.parallel(), again.toString());
    }

    @Test
    void l1_initializerDoesNotRunIfNoIterationUsesIt() {
        int[] b = new int[SIZE];
        seen = 100;
        loops.parallelInts(0, SIZE, i -> b[i] = i >= SIZE ? Never.value : i);
        assertEquals(100, seen);
    }

    @Test
    void l1_explanationRunsNoInitializer() {
        int[] b = new int[SIZE];
        seen = 100;
        Explanation told = loops.explainInts(0, SIZE, i -> b[i] = Explained.value);
        assertEquals(100, seen);
        assertTrue(told.verdict().reason().contains("Explained"), told.verdict().reason());
    }

    @Test
    void l1_loopIsParallelOnceItsFirstIterationHasInitializedTheClass() {
        int[] b = new int[SIZE];
        LoopRun run = loops.parallelInts(0, SIZE, i -> b[i] = Always.TABLE[i & 63]);
        assertTrue(run.parallel(), run.toString());
        assertEquals(SIZE, run.iterations());
        for (int i = 0; i < SIZE; i++) {
            assertEquals(i & 63, b[i]);
        }
    }

    @Test
    void l1_initializerOfASuperclassCountsAsWell() {
        int[] b = new int[SIZE];
        loops.parallelInts(0, SIZE, i -> b[i] = i == SIZE - 1 ? Inherits.of(i) : bases);
        assertEquals(0, b[0]);
        assertEquals(SIZE, b[SIZE - 1]);
    }

    @Test
    void l1_initializerThatFailsThrowsWhatItThrowsInOrder() {
        int[] b = new int[SIZE];
        assertThrows(
                ExceptionInInitializerError.class,
                () -> loops.parallelInts(0, SIZE, i -> b[i] = i < 17 ? i + 1 : Fails.value));
        assertEquals(17, b[16]);
        assertEquals(0, b[17]);
    }

    @Test
    void l1_strictRefusesBeforeTheFirstIteration() {
        int[] b = new int[SIZE];
        NotParallelException refused =
                assertThrows(
                        NotParallelException.class,
                        () -> loops.strict().parallelInts(0, SIZE, i -> b[i] = Strict.value));
        assertTrue(refused.getMessage().contains("Strict"), refused.getMessage());
        assertEquals(0, b[0]);
    }

    /** Is used by a loop that is to be parallel. */
    static final class Strict {
        static int value = Integer.parseInt("1");
    }

    @Test
    void l1_classOfConstantsDelaysNothing() {
        double[] b = new double[SIZE];
        LoopRun run =
                loops.strict()
                        .parallelInts(
                                0, SIZE, i -> b[i] = Constants.WEIGHTS[i & 3] * Constants.scale);
        assertTrue(run.parallel(), run.toString());
        assertEquals(1.5, b[0]);
    }
}
