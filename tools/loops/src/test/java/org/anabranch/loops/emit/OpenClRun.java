package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mapping;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.spi.Backend;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs kernels on the first OpenCL device through the platform; none there skips the test. */
public final class OpenClRun implements AutoCloseable {
    private final Engine engine;
    private final Platform platform;
    private final Domain domain;

    /** The number of iterations of a collapsed loop. */
    private int width = 1;

    /** Opens it. */
    public OpenClRun() throws Exception {
        this(new OpenClBackend(Map.of()));
    }

    /** Opens the first device of a backend. */
    public OpenClRun(Backend backend) throws Exception {
        boolean none = backend.probe().isEmpty();
        if ("required".equals(System.getenv("ANABRANCH_OPENCL"))) {
            assertFalse(none, "OpenCL is required here, but there is no device");
        }
        assumeFalse(none, "no OpenCL device here");
        engine = Engine.start(EngineSettings.defaults().withWorkers(1));
        engine.add(backend);
        platform = engine.platform("emit");
        for (int i = 0; i < 3000 && platform.domains().size() < 2; i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        domain =
                platform.domains().stream()
                        .filter(one -> one.kind().equals("opencl"))
                        .findFirst()
                        .orElseThrow();
    }

    public Engine engine() {
        return engine;
    }

    public Platform platform() {
        return platform;
    }

    public Domain domain() {
        return domain;
    }

    /** Sets the number of iterations of collapsed loops. */
    OpenClRun width(int iterations) {
        width = iterations;
        return this;
    }

    /**
     * Runs a loop and writes its results back into the arrays.
     *
     * @return the first work-item at fault, or -1
     */
    int run(KernelText text, Map<Local, Object> inputs, long first, long count) {
        return run(text, inputs, first, count, count);
    }

    /**
     * Runs a loop in two launches and writes its results back into the arrays.
     *
     * @param cut how many iterations the first launch does
     * @return the first work-item at fault in its launch, or -1
     */
    int run(KernelText text, Map<Local, Object> inputs, long first, long count, long cut) {
        Map<Input, Buffer> buffers = new LinkedHashMap<>();
        List<Parameter> parameters = new ArrayList<>();
        for (KernelText.Parameter parameter : text.parameters()) {
            parameters.add(
                    switch (parameter.role()) {
                        case MEMORY -> {
                            Object value = inputs.get(parameter.input().local());
                            buffers.put(parameter.input(), filled(value));
                            yield new Parameter("m", Mode.READ_WRITE);
                        }
                        case FAULTS -> new Parameter("m", Mode.WRITE);
                        default -> Parameter.scalar("s");
                    });
        }
        Kernel kernel =
                Kernel.of("body", parameters.toArray(Parameter[]::new)).with(code(text.code()));
        try (Stream stream = domain.stream()) {
            int items = items(text, count * width);
            int fault = launch(stream, kernel, text, inputs, buffers, first, cut, items);
            if (cut < count && fault < 0) {
                long rest = count - cut;
                fault = launch(stream, kernel, text, inputs, buffers, first + cut, rest, items);
            }
            buffers.forEach((input, buffer) -> read(buffer, inputs.get(input.local())));
            return fault;
        } finally {
            buffers.values().forEach(Buffer::close);
        }
    }

    /**
     * As many for all launches of a kernel, and no work-group of another size: a driver compiles a
     * kernel for each. Those above the count do nothing.
     */
    private static int items(KernelText text, long count) {
        int least = (int) Math.max(1, Math.ceilDiv(count, text.perItem()));
        return Integer.highestOneBit(2 * least - 1);
    }

    private int launch(
            Stream stream,
            Kernel kernel,
            KernelText text,
            Map<Local, Object> inputs,
            Map<Input, Buffer> buffers,
            long first,
            long count,
            int items) {
        boolean guarded = false;
        List<Argument> arguments = new ArrayList<>();
        try (Buffer faults = platform.buffer(ValueLayout.JAVA_BYTE, items)) {
            for (KernelText.Parameter parameter : text.parameters()) {
                Input input = parameter.input();
                Object value = input == null ? null : inputs.get(input.local());
                guarded |= parameter.role() == KernelText.Role.FAULTS;
                arguments.add(
                        switch (parameter.role()) {
                            case MEMORY ->
                                    new MappedOperand(
                                            buffers.get(input), Mapping.whole(), Mode.READ_WRITE);
                            case FAULTS -> new MappedOperand(faults, Mapping.each(), Mode.WRITE);
                            default -> Argument.of(number(parameter, value, first, count));
                        });
            }
            stream.run(kernel, Loop.of(0, items), arguments.toArray(Argument[]::new)).await();
            return guarded ? faulty(faults.read(), items) : -1;
        }
    }

    private static SourceCode code(SourceCode code) {
        String options = System.getProperty("anabranch.loops.options", code.options());
        return new SourceCode(code.format(), code.text(), code.function(), options);
    }

    private static int faulty(MemorySegment faults, int items) {
        for (int item = 0; item < items; item++) {
            if (faults.get(ValueLayout.JAVA_BYTE, item) != 0) {
                return item;
            }
        }
        return -1;
    }

    private Number number(KernelText.Parameter parameter, Object value, long first, long count) {
        return switch (parameter.role()) {
            case FIRST -> first;
            case COUNT -> count;
            case WIDTH -> width;
            case LENGTH -> Array.getLength(value);
            case ROW_LENGTH -> Array.getLength(Array.get(value, 0));
            case VALUE -> number(parameter.input().local().kind(), (Long) value);
            default -> throw new IllegalArgumentException(parameter.role().name());
        };
    }

    private static Number number(Kind kind, long bits) {
        return switch (kind) {
            case INT -> (Number) (int) bits;
            case LONG -> (Number) bits;
            case FLOAT -> (Number) Float.intBitsToFloat((int) bits);
            default -> (Number) Double.longBitsToDouble(bits);
        };
    }

    private Buffer filled(Object array) {
        Object[] rows = array instanceof Object[] nested ? nested : new Object[] {array};
        int elements = rows.length * Array.getLength(rows[0]);
        MemorySegment one = segment(rows[0]);
        long width = one.byteSize() / Math.max(1, Array.getLength(rows[0]));
        Buffer buffer =
                platform.buffer(ValueLayout.JAVA_BYTE, Math.max(8, Math.max(1, width) * elements));
        long at = 0;
        for (Object row : rows) {
            MemorySegment bytes = segment(row);
            MemorySegment.copy(bytes, 0, buffer.write(), at, bytes.byteSize());
            at += bytes.byteSize();
        }
        return buffer;
    }

    private static MemorySegment segment(Object array) {
        return switch (array) {
            case boolean[] a -> booleans(a);
            case byte[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            default -> throw new IllegalArgumentException(array.getClass().getName());
        };
    }

    private static MemorySegment booleans(boolean[] array) {
        byte[] bytes = new byte[array.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (array[i] ? 1 : 0);
        }
        return MemorySegment.ofArray(bytes);
    }

    private static void read(Buffer buffer, Object array) {
        Object[] rows = array instanceof Object[] nested ? nested : new Object[] {array};
        long at = 0;
        for (Object row : rows) {
            MemorySegment bytes = segment(row);
            MemorySegment.copy(buffer.read(), at, bytes, 0, bytes.byteSize());
            at += bytes.byteSize();
            if (row instanceof boolean[] booleans) {
                for (int i = 0; i < booleans.length; i++) {
                    booleans[i] = bytes.get(ValueLayout.JAVA_BYTE, i) != 0;
                }
            }
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
