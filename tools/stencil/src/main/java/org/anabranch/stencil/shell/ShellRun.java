package org.anabranch.stencil.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.spi.support.Arguments;
import org.anabranch.stencil.advice.Advisor;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.run.RunFigures;
import org.anabranch.stencil.run.RunOptions;
import org.anabranch.stencil.run.StencilKernels;
import org.anabranch.stencil.run.StencilRun;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;

/** One call of {@code stencil:compute}. */
final class ShellRun {
    private final Platform platform;
    private final Output output;
    private final PrintStream out;
    private final Arguments given;
    private final Stencil stencil;
    private final List<Domain> domains;
    private final BiFunction<Arguments, Integer, PlanOptions> planning;
    private final GridFiles files;

    ShellRun(
            Platform platform,
            Output output,
            Arguments given,
            Stencil stencil,
            List<Domain> domains,
            BiFunction<Arguments, Integer, PlanOptions> planning) {
        this.platform = platform;
        this.output = output;
        this.out =
                given.has("json") ? new PrintStream(OutputStream.nullOutputStream()) : output.out();
        this.given = given;
        this.stencil = stencil;
        this.domains = domains;
        this.planning = planning;
        this.files = new GridFiles(stencil, given.has("scale"));
    }

    /** {@return data with {@code --json}, else null} */
    Map<String, Object> run() throws IOException {
        Map<String, String> targets = given.named("out");
        targets.forEach((name, path) -> files.requireWritable(array(name), Path.of(path)));
        double[] range = range();
        Kernel kernel = StencilKernels.find(platform, stencil);
        try (Arena arena = Arena.ofShared()) {
            Map<String, MemorySegment> arrays = arrays(arena);
            Map<String, MemorySegment> again = given.has("verify") ? copies(arrays, arena) : null;
            RunOptions options = options();
            RunFigures figures = chosen(kernel, options).run(arrays);
            out.print(new FiguresText(figures).text());
            if (again != null) {
                verify(kernel, arrays, again);
            }
            for (Map.Entry<String, String> target : targets.entrySet()) {
                StencilArgument argument = array(target.getKey());
                Path path = Path.of(target.getValue());
                String holder = holder(argument);
                files.write(argument, arrays.get(holder), path, range[0], range[1]);
                boolean other = !holder.equals(argument.name());
                out.println("wrote " + path + (other ? ": the result, which is in " + holder : ""));
            }
            out.flush();
            return given.has("json") ? data(figures, again != null) : null;
        }
    }

    private static Map<String, Object> data(RunFigures figures, boolean verified) {
        Map<String, Object> data = StencilData.of(figures);
        data.put("verified", verified ? true : null); // otherwise it has thrown
        return data;
    }

    /**
     * Returns the array with an argument's result: for a swapped output, the one that is swapped
     * in.
     */
    private String holder(StencilArgument argument) {
        boolean swapped =
                argument.property() == StencilArgument.Property.OUTPUT
                        && argument.name().equals(stencil.swapOut());
        return swapped ? stencil.swapIn() : argument.name();
    }

    private RunOptions options() {
        List<Double> flops = given.has("flops") ? given.numbers("flops") : List.of(0.0);
        if (flops.size() != 1 || !(flops.getFirst() >= 0)) {
            throw given.complaint("--flops is a number, at least 0");
        }
        RunOptions options =
                RunOptions.DEFAULT
                        .flops(flops.getFirst())
                        .recut(given.number("recut", 0, 0, Long.MAX_VALUE))
                        .telling(progress());
        return given.has("phased") ? options.with(RunOptions.Order.PHASED) : options;
    }

    private LongConsumer progress() {
        return output.terminal()
                ? new IterationLine(out, stencil.iterations(), System::nanoTime)
                : done -> {};
    }

    private double[] range() {
        List<Double> range = given.has("range") ? given.numbers("range") : List.of(0.0, 1.0);
        if (range.size() != 2 || !(range.get(0) < range.get(1))) {
            throw given.complaint("--range needs a lower and a higher number");
        }
        return new double[] {range.get(0), range.get(1)};
    }

    private StencilArgument array(String name) {
        return stencil.arrays().stream()
                .filter(array -> array.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ProgramException("the description has no array " + name));
    }

    private Map<String, MemorySegment> arrays(Arena arena) {
        Map<String, String> sources = given.named("in");
        Map<String, MemorySegment> arrays = new HashMap<>();
        sources.forEach((name, source) -> arrays.put(name, files.read(array(name), source, arena)));
        for (StencilArgument argument : stencil.arrays()) {
            if (arrays.containsKey(argument.name())) {
                continue;
            }
            boolean swapped = argument.name().equals(stencil.swapOut());
            // the same borders, and a start at rest
            String source = swapped ? sources.get(stencil.swapIn()) : null;
            arrays.put(
                    argument.name(),
                    source == null
                            ? argument.allocate(arena)
                            : files.read(argument, source, arena));
        }
        return arrays;
    }

    private Map<String, MemorySegment> copies(Map<String, MemorySegment> arrays, Arena arena) {
        Map<String, MemorySegment> copies = new HashMap<>();
        arrays.forEach(
                (name, memory) -> copies.put(name, array(name).allocate(arena).copyFrom(memory)));
        return copies;
    }

    /**
     * Returns the run on all domains with the given weights, or on those that the advisor chooses.
     */
    private StencilRun chosen(Kernel kernel, RunOptions options) {
        PlanOptions planned = planning.apply(given, domains.size());
        if (domains.size() == 1 || given.has("everywhere") || given.has("weights")) {
            if (planned.weights().size() != domains.size()) {
                throw given.complaint(
                        "there are %s domains, not %s"
                                .formatted(domains.size(), planned.weights().size()));
            }
            StencilPlan plan = Planner.plan(stencil, planned);
            return new StencilRun(platform, plan, domains, kernel, options);
        }
        Advisor.Advice advice = Advisor.advise(platform, stencil, kernel, domains, planned);
        Advisor.Choice best = advice.best();
        out.println(
                "used %s of %s domains: %s"
                        .formatted(best.plan().zones().size(), domains.size(), advice.reason()));
        return new StencilRun(platform, best.plan(), best.domains(), kernel, options);
    }

    /** Compares the result with that of one zone on the first domain. */
    private void verify(
            Kernel kernel, Map<String, MemorySegment> result, Map<String, MemorySegment> start) {
        StencilPlan plan = Planner.plan(stencil, PlanOptions.devices(1));
        new StencilRun(platform, plan, domains, kernel, RunOptions.DEFAULT).run(start);
        for (StencilArgument argument : stencil.arrays()) {
            if (!argument.name().equals(stencil.swapOut())
                    && start.get(argument.name()).mismatch(result.get(argument.name())) >= 0) {
                throw new AnabranchException(
                        "%s differs from that of %s alone"
                                .formatted(argument.name(), domains.getFirst().id()));
            }
        }
        out.println("verified: the same bits as " + domains.getFirst().id() + " alone");
    }
}
