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
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.emit.EmitOptions;
import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * The arithmetic self-test of a domain: runs plain Java bodies on pairs of edge values in Java, and
 * lifted on the domain. The results must have the same bits, and all NaNs one pattern.
 *
 * @param platform of the domain
 * @param domain under test
 * @param changed modifies the kernels, to verify that the test detects a fault
 */
record ArithmeticSelfTest(Platform platform, Domain domain, UnaryOperator<SourceCode> changed) {
    private static final int LANES = 4;

    /** A value that no result has. */
    private static final long POISON = 0x5555_5555_5555_5555L;

    ArithmeticSelfTest(Platform platform, Domain domain) {
        this(platform, domain, UnaryOperator.identity());
    }

    /** Returns the first difference in int, long and float arithmetic, or null. */
    String singles(Division division) {
        long[] results = new long[SelfTestBodies.PAIRS * SelfTestBodies.RESULTS];
        return first(
                () -> compare(SelfTestBodies.whole(results), results, division),
                () -> compare(SelfTestBodies.singles(results), results, division),
                () -> compare(SelfTestConstants.singles(), division));
    }

    /** Returns the first difference in double arithmetic, or null. */
    String doubles(Division division) {
        long[] results = new long[SelfTestBodies.PAIRS * SelfTestBodies.RESULTS];
        return first(
                () -> compare(SelfTestBodies.doubles(results), results, division),
                () -> compare(SelfTestConstants.doubles(), division));
    }

    private interface Part {
        String difference() throws DeviceRefusal;
    }

    private static String first(Part... parts) {
        try {
            for (Part part : parts) {
                String difference = part.difference();
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        } catch (BodyRefusal | DeviceRefusal | AnabranchException failed) {
            return "cannot be tried: " + failed.getMessage();
        }
    }

    private String compare(IntBody body, long[] results, Division division) throws DeviceRefusal {
        int count = SelfTestBodies.PAIRS;
        Arrays.fill(results, POISON);
        for (int i = 0; i < count; i++) {
            body.run(i);
        }
        long[] expected = results.clone();
        Arrays.fill(results, POISON);
        Revealed revealed = BodyResolver.open(body, "I");
        Lifted lifted = Lifter.lift(revealed);
        Inputs inputs = new Inputs(lifted, revealed.captured());
        long[] actual = run(lifted.body(), inputs, results, count, options(division));
        return difference(
                expected,
                actual,
                r -> "result " + r / count + " of " + SelfTestBodies.pair(r % count));
    }

    private String compare(SelfTestConstants constants, Division division) throws DeviceRefusal {
        long[] expected = constants.expected();
        long[] results = new long[expected.length];
        Arrays.fill(results, POISON);
        Lifted lifted = new Lifted(constants.body(), Map.of(), Map.of());
        Inputs inputs = new Inputs(lifted, List.of(results));
        long[] actual = run(lifted.body(), inputs, results, 1, options(division).lanes(1));
        return difference(expected, actual, r -> "the constant " + constants.name(r));
    }

    private EmitOptions options(Division division) {
        boolean cpu = "cpu".equals(domain.properties().get("type"));
        return EmitOptions.scalar().division(division).proved(true).lanes(cpu ? LANES : 1);
    }

    private long[] run(LoopBody body, Inputs inputs, long[] results, int count, EmitOptions options)
            throws DeviceRefusal {
        KernelText text = OpenClEmitter.emit(body, options);
        List<Argument> arguments = new ArrayList<>();
        List<Parameter> parameters = new ArrayList<>();
        Buffer target = null;
        try (Residence.Lease roots = new Residence(platform).lease(false, false);
                Stream stream = domain.stream()) {
            for (KernelText.Parameter parameter : text.parameters()) {
                switch (parameter.role()) {
                    case MEMORY -> {
                        Object root = inputs.of(parameter.input().local());
                        boolean written = root == results;
                        Buffer buffer = roots.buffer(root, FlatRoot.of(root), true, written);
                        target = written ? buffer : target;
                        Mode mode = written ? Mode.READ_WRITE : Mode.READ;
                        arguments.add(new MappedOperand(buffer, Mapping.whole(), mode));
                        parameters.add(new Parameter("memory", mode));
                    }
                    case LENGTH -> {
                        Object root = inputs.of(parameter.input().local());
                        arguments.add(Argument.of(Array.getLength(root)));
                        parameters.add(Parameter.scalar("number"));
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
                            .with(changed.apply(text.code()));
            Loop loop = Loop.of(0, Math.ceilDiv(count, text.perItem()));
            stream.run(kernel, loop, arguments.toArray(Argument[]::new)).await();
            MemorySegment memory = target.read();
            return memory.asSlice(0, 8L * results.length).toArray(ValueLayout.JAVA_LONG);
        }
    }

    private static String difference(long[] expected, long[] actual, IntFunction<String> name) {
        for (int r = 0; r < expected.length; r++) {
            if (expected[r] != actual[r]) {
                return "does not compute as Java does: "
                        + name.apply(r)
                        + " is "
                        + Long.toHexString(actual[r])
                        + " instead of "
                        + Long.toHexString(expected[r]);
            }
        }
        return null;
    }
}
