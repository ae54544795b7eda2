package org.anabranch.loops.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.run.Advice;
import org.anabranch.loops.run.BodyListing;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands {@code loops:explain}, {@code loops:recent} and {@code loops:java}. Registered by
 * properties, because Gogo's annotation would make Gogo a dependency.
 */
@Component(
        service = LoopCommands.class,
        property = {
            "osgi.command.scope=loops",
            "osgi.command.function=explain",
            "osgi.command.function=recent",
            "osgi.command.function=java"
        })
public final class LoopCommands {
    private static final String JSON = "--json";
    private static final String REASSOCIATING = "--reassociating";
    private static final String KERNEL = "--kernel";
    private final BundleContext context;
    private final Loops loops;

    /**
     * Creates the commands.
     *
     * @param context finds classes in bundles
     * @param loops has the recent runs
     */
    @Activate
    public LoopCommands(BundleContext context, @Reference Loops loops) {
        this.context = context;
        this.loops = loops;
    }

    /**
     * Explains the loop bodies of a class.
     *
     * @param words class, class and method, or Java file; {@code --kernel}, {@code --json}
     * @return text, or data with {@code --json}
     */
    @Descriptor(
            "explains the loop bodies of a class, or of a Java file with marked loops: memory"
                + " accesses, or why they cannot be lifted, the verdicts of their last calls, and"
                + " advice: loops:explain CLASS[.METHOD]|FILE.java [--kernel] [--json]")
    public Object explain(String... words) {
        List<String> options = List.of(JSON, KERNEL);
        List<String> names = Arrays.stream(words).filter(word -> !options.contains(word)).toList();
        if (names.size() != 1 || names.getFirst().startsWith("-")) {
            throw new ProgramException("loops:explain takes one class, CLASS.METHOD or FILE.java");
        }
        boolean kernels = List.of(words).contains(KERNEL);
        String name = names.getFirst();
        Found found = name.endsWith(".java") ? inFile(name, kernels) : inBundles(name, kernels);
        if (found.lines.isEmpty()) {
            throw new ProgramException("loops:explain: " + name + " has no loop body");
        }
        List<LoopRun> runs =
                loops.recent().stream().filter(run -> run.name().startsWith(found.prefix)).toList();
        if (List.of(words).contains(JSON)) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("class", name);
            data.put("bodies", found.lines);
            data.put("recent", runs.stream().map(LoopCommands::data).toList());
            return data;
        }
        List<String> text = new ArrayList<>(found.lines);
        runs.forEach(run -> text.addAll(lines(run)));
        return String.join("\n", text);
    }

    /** Lines about bodies, and the prefix of the names of their runs. */
    private record Found(List<String> lines, String prefix) {}

    private Found inBundles(String name, boolean kernels) {
        String method = "";
        Class<?> type = find(name);
        if (type == null && name.lastIndexOf('.') > 0) {
            method = name.substring(name.lastIndexOf('.') + 1);
            type = find(name.substring(0, name.lastIndexOf('.')));
        }
        if (type == null) {
            throw new ProgramException("loops:explain: no bundle has a class " + name);
        }
        return new Found(bodies(type, method, kernels), type.getName() + "." + method);
    }

    private static Found inFile(String file, boolean kernels) {
        try (SourceProgram program = SourceProgram.of(Path.of(file))) {
            List<String> lines = new ArrayList<>();
            program.classes().forEach(type -> lines.addAll(bodies(type, "", kernels)));
            program.refusals().forEach(refusal -> lines.add("not parallel: " + refusal));
            return new Found(lines, file + " ");
        }
    }

    private static List<String> bodies(Class<?> type, String method, boolean kernels) {
        try {
            return BodyListing.of(type, method, kernels);
        } catch (BodyRefusal refusal) {
            throw new ProgramException("loops:explain: " + refusal.getMessage(), refusal);
        }
    }

    /**
     * Lists the bodies that ran last.
     *
     * @param words {@code --json}, or nothing
     * @return text, or data with {@code --json}
     */
    @Descriptor("lists the loop bodies that ran last, how they ran, and why: loops:recent [--json]")
    public Object recent(String... words) {
        if (Arrays.equals(words, new String[] {JSON})) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("ranParallel", loops.ranParallel());
            data.put("ranInOrder", loops.ranInOrder());
            data.put("recent", loops.recent().stream().map(LoopCommands::data).toList());
            return data;
        }
        if (words.length > 0) {
            throw new ProgramException(
                    "loops:recent takes --json or nothing, not '" + words[0] + "'");
        }
        List<String> text = new ArrayList<>();
        loops.recent().forEach(run -> text.addAll(lines(run)));
        text.add(
                loops.ranParallel()
                        + " loops ran in parallel, "
                        + loops.ranInOrder()
                        + " in order");
        return String.join("\n", text);
    }

    /**
     * Compiles a Java file, runs its {@code main} with marked loops in parallel, and reports how
     * each loop ran.
     *
     * @param words the file, words for the program, {@code --reassociating} to permit that, {@code
     *     --json}
     * @return text, or data with {@code --json}
     */
    @Descriptor(
            "compiles a Java file, runs its main with its @Parallel loops in parallel, and reports"
                    + " how each of them ran, and why; sums of floating-point numbers in tiles with"
                    + " --reassociating: loops:java FILE.java [WORD...] [--reassociating] [--json]")
    public Object java(String... words) {
        List<String> options = List.of(JSON, REASSOCIATING);
        List<String> given = Arrays.stream(words).filter(word -> !options.contains(word)).toList();
        if (given.isEmpty() || !given.getFirst().endsWith(".java")) {
            throw new ProgramException(
                    "loops:java takes a Java file, NAME.java, and words for its main");
        }
        Map<String, LoopRun> runs = new LinkedHashMap<>();
        List<String> refusals;
        try (SourceProgram program = SourceProgram.of(Path.of(given.getFirst()))) {
            Loops each = loops instanceof SiteLoops sites ? sites.analysingEach() : loops;
            Loops permitted = List.of(words).contains(REASSOCIATING) ? each.reassociating() : each;
            Loops told = permitted.telling(run -> runs.put(run.name(), run));
            program.run(told, given.subList(1, given.size()).toArray(String[]::new));
            refusals = program.refusals();
        }
        if (List.of(words).contains(JSON)) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("loops", runs.values().stream().map(LoopCommands::data).toList());
            data.put("plain", refusals);
            return data;
        }
        List<String> text = new ArrayList<>();
        runs.values().forEach(run -> text.addAll(lines(run)));
        refusals.forEach(refusal -> text.add("not parallel: " + refusal));
        return text.isEmpty() ? "no loop is marked with @Parallel" : String.join("\n", text);
    }

    private static List<String> lines(LoopRun run) {
        List<String> lines = new ArrayList<>();
        lines.add(run + " [" + run.verdict().kind() + "]");
        run.verdict().conflicts().forEach(one -> lines.add("  " + one));
        if (!run.parallel()) {
            Advice.of(run.verdict()).forEach(advice -> lines.add("  would help: " + advice));
        }
        return lines;
    }

    private static Map<String, Object> data(LoopRun run) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", run.name());
        data.put("iterations", run.iterations());
        data.put("parallel", run.parallel());
        data.put("reason", run.reason());
        data.put("place", run.place());
        data.put("verdictNanos", run.times().verdict());
        data.put("copyNanos", run.times().copies());
        data.put("kernelNanos", run.times().kernel());
        data.put("verdict", run.verdict().kind());
        data.put("conflicts", run.verdict().conflicts());
        data.put("advice", run.parallel() ? List.of() : Advice.of(run.verdict()));
        return data;
    }

    private Class<?> find(String name) {
        for (Bundle bundle : context.getBundles()) {
            try {
                Class<?> found = bundle.loadClass(name);
                if (!found.getName().startsWith("java.")) {
                    return found;
                }
            } catch (ClassNotFoundException | LinkageError | IllegalStateException other) {
                continue;
            }
        }
        return null;
    }
}
