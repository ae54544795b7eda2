package org.anabranch.loops.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.lift.Refusal;
import org.anabranch.loops.run.BodyListing;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The commands {@code loops:explain} and {@code loops:recent}. */
@Component(immediate = true, service = LoopCommands.class)
@GogoCommand(
        scope = "loops",
        function = {"explain", "recent"})
public final class LoopCommands {
    private static final String JSON = "--json";
    private final BundleContext context;
    private final Loops loops;

    /**
     * Starts.
     *
     * @param context finds classes in bundles
     * @param loops knows what ran
     */
    @Activate
    public LoopCommands(BundleContext context, @Reference Loops loops) {
        this.context = context;
        this.loops = loops;
    }

    /**
     * Explains the loop bodies of a class.
     *
     * @param words class, or class and method; {@code --json}
     * @return text, or data with {@code --json}
     */
    @Descriptor(
            "says what the loop bodies of a class touch, or why they cannot be lifted, and the"
                    + " verdicts of their last calls: loops:explain CLASS[.METHOD] [--json]")
    public Object explain(String... words) {
        List<String> names = Arrays.stream(words).filter(word -> !word.equals(JSON)).toList();
        if (names.size() != 1) {
            throw new ProgramException("loops:explain takes one class, or CLASS.METHOD");
        }
        String name = names.getFirst();
        Class<?> type = find(name);
        String method = "";
        if (type == null && name.lastIndexOf('.') > 0) {
            method = name.substring(name.lastIndexOf('.') + 1);
            type = find(name.substring(0, name.lastIndexOf('.')));
        }
        if (type == null) {
            throw new ProgramException("loops:explain: no bundle has a class " + name);
        }
        List<String> lines = bodies(type, method);
        if (lines.isEmpty()) {
            throw new ProgramException("loops:explain: " + name + " has no loop body");
        }
        String prefix = type.getName() + "." + method;
        List<LoopRun> runs =
                loops.recent().stream().filter(run -> run.name().startsWith(prefix)).toList();
        if (names.size() < words.length) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("class", type.getName());
            data.put("bodies", lines);
            data.put("recent", runs.stream().map(LoopCommands::data).toList());
            return data;
        }
        List<String> text = new ArrayList<>(lines);
        runs.forEach(run -> text.addAll(lines(run)));
        return String.join("\n", text);
    }

    private static List<String> bodies(Class<?> type, String method) {
        try {
            return BodyListing.of(type, method);
        } catch (Refusal refusal) {
            throw new ProgramException("loops:explain: " + refusal.getMessage(), refusal);
        }
    }

    /**
     * Lists the bodies that ran last.
     *
     * @param words {@code --json}, or nothing
     * @return text, or data with {@code --json}
     */
    @Descriptor("lists how the loop bodies that ran last did so, and why: loops:recent [--json]")
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

    private static List<String> lines(LoopRun run) {
        List<String> lines = new ArrayList<>();
        lines.add(run + " [" + run.verdict().kind() + "]");
        run.verdict().conflicts().forEach(one -> lines.add("  " + one));
        return lines;
    }

    private static Map<String, Object> data(LoopRun run) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", run.name());
        data.put("iterations", run.iterations());
        data.put("parallel", run.parallel());
        data.put("reason", run.reason());
        data.put("verdict", run.verdict().kind());
        data.put("conflicts", run.verdict().conflicts());
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
