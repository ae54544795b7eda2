package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
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
import org.anabranch.api.Stream;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.emit.EmitOptions;
import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.emit.UntranslatableException;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.lift.Door;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Refusal;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs plain Java bodies on pairs of edge values twice: in Java, and lifted on a domain. Each
 * result must have the same bits, NaNs one of theirs.
 */
final class ArithmeticTrial {
    private static final int LANES = 4;

    /** What no result is. */
    private static final long POISON = 0x5555_5555_5555_5555L;

    private final Platform platform;
    private final Domain domain;

    ArithmeticTrial(Platform platform, Domain domain) {
        this.platform = platform;
        this.domain = domain;
    }

    /** What differs in int, long and float arithmetic, or null. */
    String singles(Division division) {
        int count = TrialBodies.PAIRS;
        long[] results = new long[count * TrialBodies.RESULTS];
        String whole = compare(TrialBodies.whole(results), results, count, division);
        return whole != null
                ? whole
                : compare(TrialBodies.singles(results), results, count, division);
    }

    /** What differs in double arithmetic, or null. */
    String doubles(Division division) {
        int count = TrialBodies.PAIRS;
        long[] results = new long[count * TrialBodies.RESULTS];
        return compare(TrialBodies.doubles(results), results, count, division);
    }

    private String compare(IntBody body, long[] results, int count, Division division) {
        Arrays.fill(results, POISON);
        for (int i = 0; i < count; i++) {
            body.run(i);
        }
        long[] expected = results.clone();
        Arrays.fill(results, POISON);
        try {
            Revealed revealed = Door.open(body, "I");
            Lifted lifted = Lifter.lift(revealed);
            Inputs inputs = new Inputs(lifted, revealed.captured());
            boolean cpu = "cpu".equals(domain.properties().get("type"));
            EmitOptions options = EmitOptions.scalar().division(division).proved(all -> true);
            long[] actual =
                    run(lifted.body(), inputs, results, count, options.lanes(cpu ? LANES : 1));
            return difference(expected, actual, count);
        } catch (UntranslatableException | Refusal | DeviceRefusal | AnabranchException failed) {
            return "cannot be tried: " + failed.getMessage();
        }
    }

    private long[] run(LoopBody body, Inputs inputs, long[] results, int count, EmitOptions options)
            throws UntranslatableException, DeviceRefusal {
        KernelText text = OpenClEmitter.emit(body, options);
        List<Argument> arguments = new ArrayList<>();
        List<Parameter> parameters = new ArrayList<>();
        Buffer target = null;
        try (Roots roots = new Roots(platform);
                Stream stream = domain.stream()) {
            for (KernelText.Parameter parameter : text.parameters()) {
                switch (parameter.role()) {
                    case MEMORY -> {
                        Object root = inputs.of(parameter.input().local());
                        boolean written = root == results;
                        Buffer buffer = roots.buffer(root);
                        target = written ? buffer : target;
                        Mode mode = written ? Mode.READ_WRITE : Mode.READ;
                        arguments.add(new MappedOperand(buffer, Mapping.whole(), mode));
                        parameters.add(new Parameter("memory", mode));
                    }
                    default -> {
                        boolean first = parameter.role() == KernelText.Role.FIRST;
                        arguments.add(Argument.of(first ? 0L : (long) count));
                        parameters.add(Parameter.scalar("number"));
                    }
                }
            }
            Kernel kernel =
                    Kernel.of("arithmetic_trial", parameters.toArray(Parameter[]::new))
                            .with(text.code());
            Loop loop = Loop.of(0, Math.ceilDiv(count, text.perItem()));
            stream.run(kernel, loop, arguments.toArray(Argument[]::new)).await();
            MemorySegment memory = target.read();
            return memory.asSlice(0, 8L * results.length).toArray(ValueLayout.JAVA_LONG);
        }
    }

    private static String difference(long[] expected, long[] actual, int count) {
        for (int r = 0; r < expected.length; r++) {
            if (expected[r] != actual[r]) {
                return "does not compute as Java does: result "
                        + r / count
                        + " of "
                        + TrialBodies.pair(r % count)
                        + " is "
                        + Long.toHexString(actual[r])
                        + " instead of "
                        + Long.toHexString(expected[r]);
            }
        }
        return null;
    }
}
