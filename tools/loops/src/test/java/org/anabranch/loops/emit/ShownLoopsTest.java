package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.emit.EmitOptions.Collapse;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.lift.BodyRefusal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Whole loops on a device, by scalars and by lanes of either kind, against Java. */
class ShownLoopsTest {
    private static final int N = 37;

    private static OpenClRun device;

    @BeforeAll
    static void open() throws Exception {
        device = new OpenClRun();
    }

    @AfterAll
    static void close() {
        if (device != null) {
            device.close();
        }
    }

    private static Map<Local, Object> values(LoopBody body) {
        SplittableRandom random = new SplittableRandom(7);
        Map<Local, Object> values = new HashMap<>();
        for (Input input : body.inputs()) {
            Object value =
                    switch (input.descriptor()) {
                        case "I" -> (long) N;
                        case "F" -> (long) Float.floatToIntBits(0.08f);
                        case "[I" -> new int[N * N];
                        default -> {
                            float[] floats = new float[N * N];
                            for (int e = 0; e < floats.length; e++) {
                                floats[e] = (float) random.nextDouble();
                            }
                            yield floats;
                        }
                    };
            values.put(input.local(), value);
        }
        return values;
    }

    private static void check(LoopBody body) throws Exception {
        Map<Local, Object> values = values(body);
        Map<Local, Object> expected = RandomBody.copy(values);
        JavaBody java = new JavaBody(body, expected);
        for (int i = 0; i < N; i++) {
            java.run(i);
        }
        EmitOptions guarded = EmitOptions.scalar();
        EmitOptions plain = guarded.proved(true);
        for (EmitOptions options :
                List.of(
                        guarded,
                        plain.lanes(16),
                        guarded.lanes(8),
                        plain.innerLanes(16, all -> true),
                        guarded.innerLanes(4, all -> true),
                        plain.collapse(Collapse.INNER_FASTEST),
                        guarded.collapse(Collapse.INNER_FASTEST),
                        plain.collapse(Collapse.OUTER_FASTEST))) {
            KernelText text = OpenClEmitter.emit(body, options);
            device.width(text.isCollapsed() ? N : 1);
            Map<Local, Object> actual = RandomBody.copy(values);
            assertEquals(-1, device.run(text, actual, 0, N));
            for (Local local : expected.keySet()) {
                assertEquals(
                        OpenClEmitterTest.list(expected.get(local)),
                        OpenClEmitterTest.list(actual.get(local)),
                        () -> local + "\n" + text.code().text());
            }
        }
    }

    @Test
    @DisplayName("JA-12: saxpy, product, mandelbrot and n-body have Java's bits, however written")
    void shownLoopsHaveTheBitsOfJava() throws Exception {
        check(ShownLoops.saxpy());
        check(ShownLoops.product());
        check(ShownLoops.mandelbrot());
        check(ShownLoops.bodies());
    }

    @Test
    void innerLoopsAreFoundWhereTheirFormAllows() {
        assertEquals(1, OpenClEmitter.laneLoops(ShownLoops.product()).size());
        assertEquals(1, OpenClEmitter.laneLoops(ShownLoops.mandelbrot()).size());
        assertEquals(0, OpenClEmitter.laneLoops(ShownLoops.bodies()).size(), "keeps sums");
        assertEquals(0, OpenClEmitter.laneLoops(ShownLoops.saxpy()).size());
    }

    @Test
    void loopsCollapseWhereTheirFormAllows() {
        assertTrue(OpenClEmitter.collapsible(ShownLoops.product()).isPresent());
        assertTrue(OpenClEmitter.collapsible(ShownLoops.mandelbrot()).isPresent());
        assertTrue(OpenClEmitter.collapsible(ShownLoops.bodies()).isEmpty(), "stores its sums");
        assertTrue(OpenClEmitter.collapsible(ShownLoops.saxpy()).isEmpty(), "no loop inside");
    }

    @Test
    @DisplayName("J08: the work-item of the first iteration outside is told, none before it")
    void faultsAreTold() throws Exception {
        LoopBody body = ShownLoops.saxpy();
        Map<Local, Object> values = values(body);
        int length = N * N;
        for (int lanes : new int[] {1, 4, 16}) {
            KernelText text = OpenClEmitter.emit(body, EmitOptions.scalar().lanes(lanes));
            int fault = device.run(text, RandomBody.copy(values), 0, length + 3L);
            assertEquals(length / lanes, fault);
            assertEquals(-1, device.run(text, RandomBody.copy(values), 0, length));
            assertEquals(0, device.run(text, RandomBody.copy(values), -1, length));
        }
    }

    @Test
    void divisionByZeroIsAFaultInItsLaneOnly() throws Exception {
        Shown s = new Shown(Kind.INT);
        Local out = s.input("out", "[I");
        Local q = s.let("q", Shown.op(Operator.DIV, 1000, Shown.minus(s.index, 21)));
        s.store(Kind.INT, out, s.index, q);
        for (int lanes : new int[] {1, 4, 16}) {
            KernelText text = OpenClEmitter.emit(s.body("q"), EmitOptions.scalar().lanes(lanes));
            Map<Local, Object> values = new HashMap<>(Map.of(out, new int[64]));
            assertEquals(21 / lanes, device.run(text, values, 0, 64));
            values.put(out, new int[21]);
            assertEquals(-1, device.run(text, values, 0, 21));
            assertEquals(-1000, ((int[]) values.get(out))[20]);
        }
    }

    @Test
    void inexactFunctionsAreRefusedUnlessAllowed() throws Exception {
        Shown s = new Shown(Kind.INT);
        Local out = s.input("out", "[D");
        Local x = s.load(Kind.DOUBLE, out, s.index);
        Expression sine = Shown.apply(PureFunction.SIN, x);
        s.store(Kind.DOUBLE, out, s.index, sine);
        LoopBody body = s.body("sine");
        String refusal =
                assertThrows(
                                BodyRefusal.class,
                                () -> OpenClEmitter.emit(body, EmitOptions.scalar()))
                        .getMessage();
        assertTrue(refusal.contains("Math.sin"), refusal);
        KernelText text = OpenClEmitter.emit(body, EmitOptions.scalar().ulps(17).lanes(4));
        Map<Local, Object> values = new HashMap<>(Map.of(out, new double[] {0.5, 1, 2, 3, 4, 5}));
        assertEquals(-1, device.run(text, values, 0, 6));
        assertEquals(Math.sin(1), ((double[]) values.get(out))[1], 1e-14);
    }
}
