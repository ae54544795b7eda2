package org.anabranch.loops.device;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Piece;
import org.anabranch.loops.compile.BodyCompiler;
import org.anabranch.loops.compile.Changes;
import org.anabranch.loops.compile.CompiledBody;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.KernelText.Role;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.LoopBody;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * A lifted body as a Java kernel. On the host, during a call, it runs the program's own code on the
 * program's own memory; elsewhere it runs the compiled body on the memory passed to it. A record of
 * plain data, so that it can be sent to another process.
 *
 * @param classFile the body, compiled for flat memory
 * @param inputs number of its inputs
 * @param perItem iterations per index of the kernel; if a loop inside is collapsed, per {@code
 *     width} indices, and a piece has whole iterations
 * @param roles what each parameter carries: ordinals of {@link Role}
 * @param positions the input of each parameter, or -1
 * @param kinds kinds of the inputs' values, as ordinals
 */
record BodyKernel(
        byte[] classFile, int inputs, int perItem, int[] roles, int[] positions, int[] kinds)
        implements JavaKernel {
    private static final Map<BodyKernel, CompiledBody> DEFINED =
            Collections.synchronizedMap(new WeakHashMap<>());

    static BodyKernel of(LoopBody body, KernelText text) {
        int[] roles = new int[text.parameters().size()];
        int[] positions = new int[roles.length];
        int[] kinds = new int[body.inputs().size()];
        for (int p = 0; p < roles.length; p++) {
            roles[p] = text.parameters().get(p).role().ordinal();
            Input input = text.parameters().get(p).input();
            positions[p] = input == null ? -1 : body.inputs().indexOf(input);
        }
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = body.inputs().get(i).local().kind().ordinal();
        }
        byte[] classFile = BodyCompiler.compile(body, Changes.FLAT);
        return new BodyKernel(classFile, kinds.length, text.perItem(), roles, positions, kinds);
    }

    @Override
    public void run(Piece piece, KernelArguments arguments) {
        DeviceLoopCall here = DeviceLoopCall.at(arguments.segment(0));
        if (here != null) {
            here.onHost(piece.low0(), piece.high0(), arguments);
        } else {
            new Run(this).run(piece.low0(), piece.high0(), arguments);
        }
    }

    private CompiledBody body() {
        return DEFINED.computeIfAbsent(this, kernel -> BodyCompiler.define(kernel.classFile));
    }

    /** The run of one piece on flat memory. */
    private static final class Run {
        private final BodyKernel kernel;
        private final Object[] memory;
        private final long[] numbers;
        private MemorySegment faults;
        private long first;
        private long count;

        /** Work-items per iteration, if a loop inside is collapsed. */
        private long width = 1;

        Run(BodyKernel kernel) {
            this.kernel = kernel;
            this.memory = new Object[kernel.inputs];
            this.numbers = new long[3 * kernel.inputs];
        }

        private void take(int parameter, KernelArguments arguments) {
            int input = kernel.positions[parameter];
            switch (Role.values()[kernel.roles[parameter]]) {
                case MEMORY -> memory[input] = arguments.segment(parameter);
                case FAULTS -> faults = arguments.segment(parameter);
                case LENGTH -> numbers[kernel.inputs + 2 * input] = arguments.longAt(parameter);
                case ROW_LENGTH ->
                        numbers[kernel.inputs + 2 * input + 1] = arguments.longAt(parameter);
                case BYTES ->
                        memory[input] =
                                ((MemorySegment) memory[input])
                                        .asSlice(0, arguments.longAt(parameter));
                case FIRST -> first = arguments.longAt(parameter);
                case COUNT -> count = arguments.longAt(parameter);
                case WIDTH -> width = arguments.longAt(parameter);
                case VALUE -> numbers[input] = bits(parameter, input, arguments);
            }
        }

        private long bits(int parameter, int input, KernelArguments arguments) {
            return switch (Kind.values()[kernel.kinds[input]]) {
                case FLOAT -> Float.floatToRawIntBits((float) arguments.doubleAt(parameter));
                case DOUBLE -> Double.doubleToRawLongBits(arguments.doubleAt(parameter));
                default -> arguments.longAt(parameter);
            };
        }

        void run(long from, long to, KernelArguments arguments) {
            for (int p = 0; p < kernel.roles.length; p++) {
                take(p, arguments);
            }
            long low = first + from / width * kernel.perItem;
            long high = first + Math.min(count, to / width * kernel.perItem);
            if (faults == null) {
                kernel.body().run(memory, numbers, low, high, new long[1]);
                return;
            }
            faults.asSlice(from, to - from).fill((byte) 0);
            long[] done = {low};
            try {
                kernel.body().run(memory, numbers, low, high, done);
            } catch (RuntimeException fault) {
                long item = (done[0] - first) / kernel.perItem * width;
                faults.set(ValueLayout.JAVA_BYTE, item, (byte) 1);
            }
        }
    }
}
