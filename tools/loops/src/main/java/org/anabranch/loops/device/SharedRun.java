package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mapping;
import org.anabranch.api.Mode;
import org.anabranch.api.Platform;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.nest.Inputs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.List;

/** One run of a loop's kernel, with its data. */
final class SharedRun {
    /** The largest number of pieces of a shared loop: enough to divide it by measured speed. */
    private static final int TILES = 256;

    private final Platform platform;
    private final Participants who;
    private final LoopKernel kernel;
    private final Inputs inputs;
    private final RootUse[] uses;
    private final Residence.Lease lease;
    private final long low;
    private final WorkItems items;
    private final Buffer[] buffers;
    private Buffer faults;

    SharedRun(
            Platform platform,
            Participants who,
            LoopKernel kernel,
            Inputs inputs,
            RootUse[] uses,
            Residence.Lease lease,
            long low,
            WorkItems items) {
        this.platform = platform;
        this.who = who;
        this.kernel = kernel;
        this.inputs = inputs;
        this.uses = uses;
        this.lease = lease;
        this.low = low;
        this.items = items;
        this.buffers = new Buffer[uses.length];
    }

    /**
     * Runs the kernel.
     *
     * @return the failure, if the host has run the rest; else null
     * @throws DeviceRefusal if memory is unchanged
     * @throws AnabranchException if memory is unchanged
     */
    String run(Iterations host, Runnable undo) throws DeviceRefusal {
        try {
            Argument[] arguments = new Argument[uses.length];
            for (int p = 0; p < arguments.length; p++) {
                arguments[p] = argument(p);
            }
            long count = who.isOne() ? items.padded() : items.count();
            Loop loop = Loop.of(0, count).tile(who.isOne() ? count : items.tile(TILES));
            if (who.host()) {
                return withHost(loop, arguments, host, undo);
            }
            started(loop, arguments);
            fetch(List.of(new long[] {0, items.count()}));
            return null;
        } catch (AnabranchException failed) {
            lease.failed(failed);
            throw failed;
        } finally {
            if (faults != null) {
                faults.close();
            }
        }
    }

    private String withHost(Loop loop, Argument[] arguments, Iterations host, Runnable undo)
            throws DeviceRefusal {
        RootUse[] written = uses.clone();
        for (int p = 0; p < written.length; p++) {
            written[p] = written[p] != null && written[p].isWritten() ? written[p] : null;
        }
        try (DeviceLoopCall call =
                new DeviceLoopCall(buffers[0].read(), host, low, items, written)) {
            try {
                started(loop, arguments);
                call.check(undo != null);
                fetch(call.elsewhere());
                return null;
            } catch (DeviceRefusal | AnabranchException failed) {
                if (undo != null) {
                    undo.run();
                    throw failed;
                }
                call.check(false);
                call.runRest(); // the failure is not that of an iteration
                return failed.getMessage();
            }
        }
    }

    private void started(Loop loop, Argument[] arguments) throws DeviceRefusal {
        try (Finish finish = platform.finish()) {
            finish.forasync(who.place(), loop, kernel.kernel(), arguments);
        }
        if (faults != null && isFaulty(faults.read())) {
            throw new DeviceRefusal("an iteration throws");
        }
    }

    private boolean isFaulty(MemorySegment memory) {
        for (long item = 0; item < items.count(); item++) {
            if (memory.get(ValueLayout.JAVA_BYTE, item) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Copies the results of devices back: all of them, or none if a device is lost. */
    private void fetch(List<long[]> intervals) {
        MemorySegment[] memories = new MemorySegment[uses.length];
        for (int p = 0; p < uses.length; p++) {
            if (uses[p] != null && uses[p].isWritten() && isFirst(p) && !lease.stays(root(p))) {
                memories[p] = buffers[p].read();
            }
        }
        for (int p = 0; p < uses.length; p++) {
            for (long[] interval : memories[p] == null ? List.<long[]>of() : intervals) {
                fetch(uses[p], memories[p], interval[0], interval[1]);
            }
        }
    }

    private boolean isFirst(int p) {
        for (int q = 0; q < p; q++) {
            if (uses[q] == uses[p]) {
                return false;
            }
        }
        return true;
    }

    private void fetch(RootUse use, MemorySegment memory, long from, long to) {
        if (who.isOne()) {
            use.memory.copyFrom(memory, HostBlocks.of(platform));
            return;
        }
        use.fetch(memory, items.iteration(from), items.iteration(to));
    }

    private Argument argument(int p) throws DeviceRefusal {
        KernelText.Parameter parameter = kernel.text().parameters().get(p);
        return switch (parameter.role()) {
            case MEMORY -> {
                boolean current = !uses[p].isOverwritten(items.iterations());
                buffers[p] = lease.buffer(root(p), uses[p].memory, current, uses[p].isWritten());
                Mode mode = kernel.kernel().parameters().get(p).mode();
                yield new MappedOperand(buffers[p], mapping(uses[p]), mode);
            }
            case FAULTS -> {
                faults = platform.buffer(ValueLayout.JAVA_BYTE, items.padded());
                yield new MappedOperand(faults, Mapping.each(), Mode.WRITE);
            }
            case FIRST -> Argument.of(low);
            case COUNT -> Argument.of(items.iterations());
            case WIDTH -> Argument.of(items.width());
            default -> Argument.of(number(parameter));
        };
    }

    private Object root(int p) {
        return inputs.of(kernel.text().parameters().get(p).input().local());
    }

    private Mapping mapping(RootUse use) {
        if (who.isOne()) {
            return Mapping.whole();
        }
        return (piece, shape) ->
                use.region(items.iteration(piece.low0()), items.iteration(piece.end(0)));
    }

    private Number number(KernelText.Parameter parameter) throws DeviceRefusal {
        Input input = parameter.input();
        Object value = inputs.of(input.local());
        if (value == null) {
            throw new DeviceRefusal(input.local().name() + " is null");
        }
        return switch (parameter.role()) {
            case LENGTH -> Array.getLength(value);
            case ROW_LENGTH -> rowLength(value);
            case BYTES -> ((MemorySegment) value).byteSize();
            default ->
                    switch (input.local().kind()) {
                        case INT -> (Number) (int) inputs.number(input.local());
                        case LONG -> (Number) inputs.number(input.local());
                        default -> (Number) value;
                    };
        };
    }

    private static int rowLength(Object rows) {
        boolean nested = rows instanceof Object[] outer && outer.length > 0 && outer[0] != null;
        return nested ? Array.getLength(Array.get(rows, 0)) : 0;
    }
}
