package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** First proofs that are prepared on a thread of their own, while calls run in order. */
class PreparationTest {
    private static final int COUNT = 2000;
    private static final int[] EXPECTED = IntStream.range(0, COUNT).map(Filling::value).toArray();

    private static TestPlatform platform;
    private final int[] cells = new int[COUNT];

    @BeforeAll
    static void open() {
        platform = TestPlatform.start();
    }

    @AfterAll
    static void close() {
        platform.close();
    }

    /** A body of some microseconds. */
    public static final class Filling implements IntBody {
        private static final long serialVersionUID = 1;
        private final int[] cells;

        /** Creates a body that sets cells. */
        public Filling(int[] cells) {
            this.cells = cells;
        }

        static int value(int i) {
            int value = i;
            for (int k = 0; k < 5000; k++) {
                value = value * 31 + k;
            }
            return value;
        }

        @Override
        public void run(int i) {
            cells[i] = value(i);
        }
    }

    /** A loader with a class of its own, of which it tells when its class file is asked for. */
    private static final class SlowLoader extends ClassLoader {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final Error failure;
        private volatile Thread asking;

        SlowLoader(Error failure) {
            super(PreparationTest.class.getClassLoader());
            this.failure = failure;
        }

        IntBody body(int[] cells) throws Exception {
            String name = Filling.class.getName();
            try (InputStream in = file(name)) {
                byte[] all = in.readAllBytes();
                Class<?> type = defineClass(name, all, 0, all.length);
                return (IntBody) type.getConstructor(int[].class).newInstance((Object) cells);
            }
        }

        private InputStream file(String name) {
            return super.getResourceAsStream(name.replace('.', '/') + ".class");
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            asking = Thread.currentThread();
            asked.countDown();
            try {
                released.await();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
            if (failure != null) {
                throw failure;
            }
            return super.getResourceAsStream(name);
        }
    }

    private LoopRun call(LiftedLoops loops, IntBody body) {
        Arrays.fill(cells, 0);
        LoopRun run = loops.parallelInts(0, COUNT, body);
        assertArrayEquals(EXPECTED, cells);
        return run;
    }

    @Test
    @DisplayName("L2: calls run in order while the first proof is prepared, later ones are shared")
    void l2_callsDoNotWaitForAPreparation() throws Exception {
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        SlowLoader loader = new SlowLoader(null);
        IntBody body = loader.body(cells);
        while (loader.asked.getCount() > 0) {
            assertFalse(call(loops, body).parallel());
        }
        for (int call = 0; call < 20; call++) {
            assertFalse(call(loops, body).parallel());
        }
        assertEquals(0, loops.ranParallel());
        assertNotSame(Thread.currentThread(), loader.asking);
        loader.released.countDown();
        while (loops.ranParallel() == 0) {
            call(loops, body);
        }
        loader.asking.join(); // it ends when it is idle
    }

    @Test
    @DisplayName("L7: an error of the analysis, or of a class loader, is a refusal")
    void l7_errorsAreRefusals() throws Exception {
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        SlowLoader loader = new SlowLoader(new InternalError("no class file today"));
        loader.released.countDown();
        IntBody body = loader.body(cells);
        LoopRun run = call(loops, body);
        while (run.verdict().kind() != Verdict.Kind.REFUSED) {
            run = call(loops, body);
        }
        assertTrue(run.reason().contains("no class file today"), run.reason());
        assertEquals(0, loops.ranParallel());
    }

    /** A class whose initializer runs a loop until its body is asked for. */
    static final class Initializer {
        static SlowLoader loader;

        private Initializer() {}

        static {
            loader = new SlowLoader(null);
            loader.released.countDown();
            int[] cells = new int[COUNT];
            LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
            try {
                IntBody body = loader.body(cells);
                while (loader.asking == null) {
                    loops.parallelInts(0, COUNT, body);
                }
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        }
    }

    @Test
    @DisplayName("L2: what a class initializer runs is not analysed by a thread that waits for it")
    void l2_initializersAreNotWaitedFor() {
        assertSame(Thread.currentThread(), Initializer.loader.asking);
    }

    private WeakReference<ClassLoader> prepared(LiftedLoops loops) throws Exception {
        SlowLoader loader = new SlowLoader(null);
        loader.released.countDown();
        IntBody body = loader.body(cells);
        long before = loops.ranParallel();
        while (loops.ranParallel() == before) {
            call(loops, body);
        }
        return new WeakReference<>(loader);
    }

    @Test
    @DisplayName("L2: the preparation keeps no class of a program")
    void l2_classesAreUnloaded() throws Exception {
        LiftedLoops loops = LiftedLoops.of(platform.platform(), false);
        WeakReference<ClassLoader> kept = prepared(loops);
        for (int round = 0; round < 500 && kept.get() != null; round++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(kept.get());
    }
}
