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
import org.anabranch.loops.depend.DependenceTest;
import org.anabranch.loops.emit.EmitOptions;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.KernelText.Role;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.emit.UntranslatableException;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.LoopNest;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a whole proved loop on one domain. What the loop writes is brought back only if no iteration
 * was at fault; else nothing has been changed.
 */
public final class DeviceLoop {
    private static final int LANES = 16;

    /** The kernels of a class of bodies, by how they are written. */
    private static final ClassValue<Map<String, Translated>> KERNELS =
            new ClassValue<>() {
                @Override
                protected Map<String, Translated> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private record Translated(KernelText text, Kernel kernel) {}

    private final Platform platform;
    private final Domain domain;
    private final LoopBody body;
    private final Inputs inputs;
    private final Set<Local> written;

    /**
     * A loop on a domain.
     *
     * @param platform where buffers are made
     * @param domain where it runs
     * @param body what an iteration does
     * @param inputs the values of this call
     * @param written the inputs whose memory it may write
     */
    public DeviceLoop(
            Platform platform, Domain domain, LoopBody body, Inputs inputs, Set<Local> written) {
        this.platform = platform;
        this.domain = domain;
        this.body = body;
        this.inputs = inputs;
        this.written = written;
    }

    /**
     * Runs it.
     *
     * @param type the class of the body, by which kernels are kept
     * @param nest what the loop does at this call, proved to be independent
     * @param low first index
     * @param high bound, not included
     * @throws DeviceRefusal if it cannot run there or has failed; nothing has been changed
     */
    public void run(Class<?> type, LoopNest nest, long low, long high) throws DeviceRefusal {
        Arithmetic arithmetic = Arithmetic.of(platform, domain);
        if (arithmetic.refusal() != null) {
            throw new DeviceRefusal(domain.id() + " " + arithmetic.refusal());
        }
        Translated translated = translated(type, options(nest, arithmetic));
        if (translated.text.doubles() && !arithmetic.doubles()) {
            throw new DeviceRefusal(domain.id() + " does not have Java's double");
        }
        try {
            run(translated, low, high - low);
        } catch (AnabranchException failed) {
            throw new DeviceRefusal(domain.id() + ": " + failed.getMessage());
        }
    }

    /**
     * The text of the kernel that would run.
     *
     * @param type the class of the body
     * @param nest what the loop does at this call
     * @return OpenCL C
     * @throws DeviceRefusal if there is none
     */
    public String text(Class<?> type, LoopNest nest) throws DeviceRefusal {
        return translated(type, options(nest, Arithmetic.of(platform, domain))).text.code().text();
    }

    private EmitOptions options(LoopNest nest, Arithmetic arithmetic) {
        boolean proved = nest.hazards().isEmpty();
        EmitOptions options = EmitOptions.scalar().division(arithmetic.division());
        options = options.proved(any -> proved);
        if (!"cpu".equals(domain.properties().get("type"))) {
            return options;
        }
        List<Statement.Repeat> loops = topLoops();
        return !loops.isEmpty() && DependenceTest.independentInside(nest.accesses())
                ? options.innerLanes(LANES, loops::contains)
                : options.lanes(LANES);
    }

    /** The loops that may be lanes and are not within another. */
    private List<Statement.Repeat> topLoops() {
        List<Statement.Repeat> loops = new ArrayList<>(OpenClEmitter.laneLoops(body));
        loops.removeIf(loop -> !isTop(body.statements(), loop));
        return loops;
    }

    private static boolean isTop(List<Statement> statements, Statement.Repeat loop) {
        return statements.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.Repeat repeat -> repeat.equals(loop);
                                    case Statement.If choice ->
                                            isTop(choice.then(), loop)
                                                    || isTop(choice.otherwise(), loop);
                                    case Statement.Labelled block -> isTop(block.body(), loop);
                                    default -> false;
                                });
    }

    private Translated translated(Class<?> type, EmitOptions options) throws DeviceRefusal {
        String key =
                options.laneLoop()
                        + " "
                        + options.lanes()
                        + " "
                        + options.division()
                        + " "
                        + options.proved().test(null);
        Translated known = KERNELS.get(type).get(key);
        if (known != null) {
            return known;
        }
        try {
            KernelText text = OpenClEmitter.emit(body, options);
            Parameter[] parameters =
                    text.parameters().stream().map(this::declared).toArray(Parameter[]::new);
            Kernel kernel = Kernel.of(body.name(), parameters).with(text.code());
            Translated made = new Translated(text, kernel);
            KERNELS.get(type).put(key, made);
            return made;
        } catch (UntranslatableException reason) {
            String line = reason.line() > 0 ? " in line " + reason.line() : "";
            throw new DeviceRefusal(reason.getMessage() + line);
        }
    }

    private Parameter declared(KernelText.Parameter parameter) {
        Mode mode = mode(parameter);
        return mode == null ? Parameter.scalar("number") : new Parameter("memory", mode);
    }

    private Mode mode(KernelText.Parameter parameter) {
        return switch (parameter.role()) {
            case MEMORY ->
                    written.contains(parameter.input().local()) ? Mode.READ_WRITE : Mode.READ;
            case FAULTS -> Mode.WRITE;
            default -> null;
        };
    }

    private void run(Translated translated, long low, long count) throws DeviceRefusal {
        KernelText text = translated.text;
        long items = Math.ceilDiv(count, text.perItem());
        boolean guarded = text.parameters().stream().anyMatch(p -> p.role() == Role.FAULTS);
        Buffer faults = guarded ? platform.buffer(ValueLayout.JAVA_BYTE, items) : null;
        try (Roots roots = new Roots(platform);
                Stream stream = domain.stream()) {
            Argument[] arguments = new Argument[text.parameters().size()];
            for (int p = 0; p < arguments.length; p++) {
                KernelText.Parameter parameter = text.parameters().get(p);
                arguments[p] =
                        switch (parameter.role()) {
                            case MEMORY -> memory(parameter, roots);
                            case FAULTS -> new MappedOperand(faults, Mapping.each(), Mode.WRITE);
                            case FIRST -> Argument.of(low);
                            case COUNT -> Argument.of(count);
                            default -> Argument.of(number(parameter));
                        };
            }
            stream.run(translated.kernel, Loop.of(0, items), arguments).await();
            if (guarded && faulty(faults.read(), items)) {
                throw new DeviceRefusal("an iteration throws");
            }
            for (Object root : writtenRoots(text)) {
                roots.fetch(root);
            }
        } finally {
            if (faults != null) {
                faults.close();
            }
        }
    }

    private List<Object> writtenRoots(KernelText text) {
        return text.parameters().stream()
                .filter(parameter -> mode(parameter) == Mode.READ_WRITE)
                .map(parameter -> inputs.of(parameter.input().local()))
                .toList();
    }

    private Argument memory(KernelText.Parameter parameter, Roots roots) throws DeviceRefusal {
        Object root = inputs.of(parameter.input().local());
        if (root == null) {
            throw new DeviceRefusal(parameter.input().local().name() + " is null");
        }
        return new MappedOperand(roots.buffer(root), Mapping.whole(), mode(parameter));
    }

    private static boolean faulty(MemorySegment faults, long items) {
        for (long item = 0; item < items; item++) {
            if (faults.get(ValueLayout.JAVA_BYTE, item) != 0) {
                return true;
            }
        }
        return false;
    }

    private Number number(KernelText.Parameter parameter) throws DeviceRefusal {
        Input input = parameter.input();
        Object value = inputs.of(input.local());
        if (value == null) {
            throw new DeviceRefusal(input.local().name() + " is null");
        }
        return switch (parameter.role()) {
            case LENGTH -> Array.getLength(value);
            case ROW_LENGTH ->
                    Array.getLength(value) == 0 ? 0 : Array.getLength(Array.get(value, 0));
            case BYTES -> ((MemorySegment) value).byteSize();
            default -> scalar(input.local().kind(), value, input.local());
        };
    }

    private Number scalar(Kind kind, Object value, Local local) {
        return switch (kind) {
            case INT -> (Number) (int) inputs.number(local);
            case LONG -> (Number) inputs.number(local);
            default -> (Number) value;
        };
    }
}
