import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks the structure within each module by its compiled classes, after all modules are built: the
 * packages of a module form no cycle, those of a module with declared floors use lower floors only,
 * and no cycle of top-level classes is larger than {@link #LARGEST}, but for {@link #PUBLISHED}.
 * Prints one line per module; {@code -v} lists the floors and the largest cycle of each.
 */
final class Floors {
    /** Top-level classes in one dependency cycle. */
    private static final int LARGEST = 4;

    /** Larger cycles of a module that signatures of exported types make, which programs rely on. */
    private static final Map<String, Set<String>> PUBLISHED =
            Map.of(
                    "api",
                    Set.of("Argument", "Buffer", "MappedOperand", "Operand", "Range", "Tiles"));

    /** Packages below the module's first, lowest first; the empty name is that first one. */
    private static final Map<String, List<String>> FLOORS =
            Map.of(
                    "backend-opencl",
                    List.of(
                            "driver",
                            "device",
                            "quirks",
                            "command",
                            "memory",
                            "kernel",
                            "transfer",
                            ""),
                    "backend-k2h",
                    List.of(
                            "board",
                            "program",
                            "policy",
                            "run",
                            "machine",
                            "protocol",
                            "arm",
                            "dsp",
                            "runtime",
                            "time",
                            "host",
                            "report",
                            "measure",
                            "bench",
                            "device",
                            "shell",
                            ""),
                    "scheduler",
                    List.of(
                            "region",
                            "race",
                            "count",
                            "log",
                            "place",
                            "pool",
                            "event",
                            "action",
                            "coherence",
                            "domain",
                            "kernel",
                            "stream",
                            "finish",
                            ""),
                    "backend-mic",
                    List.of("link", "sink", "settings", "program", "process", "card", ""),
                    "tools/shell",
                    List.of(
                            "failure",
                            "output",
                            "commands",
                            "settings",
                            "domains",
                            "jobs",
                            "terminal"),
                    "tools/seeing",
                    List.of("text", "model", "path", "trace", "graph", "report", "record", "shell"),
                    "tools/stencil",
                    List.of(
                            "geometry",
                            "description",
                            "plan",
                            "run",
                            "advice",
                            "check",
                            "emit",
                            "shell"));

    private static final Set<String> SKIPPED = Set.of(".git", ".mvn", "src", "plugins");
    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([\\w/$]+)[;<]");

    private final String module;
    private final Map<String, Set<String>> classes = new TreeMap<>();
    private final Map<String, Set<String>> packages = new TreeMap<>();

    private Floors(String module) {
        this.module = module;
    }

    public static void main(String[] args) throws IOException {
        boolean verbose = List.of(args).contains("-v");
        List<String> faults = new ArrayList<>();
        List<Path> modules = modules(Path.of("").toAbsolutePath());
        for (Path folder : modules) {
            Floors floors = new Floors(Path.of("").toAbsolutePath().relativize(folder).toString());
            floors.read(folder.resolve("target/classes"));
            floors.check(faults, verbose);
        }
        if (modules.isEmpty()) {
            faults.add("no module is compiled");
        }
        faults.forEach(System.err::println);
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    private static List<Path> modules(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.exists(folder.resolve("pom.xml"))
                && Files.isDirectory(folder.resolve("target/classes"))) {
            found.add(folder);
        }
        try (Stream<Path> children = Files.list(folder)) {
            for (Path child : children.filter(Files::isDirectory).sorted().toList()) {
                String name = child.getFileName().toString();
                if (!SKIPPED.contains(name) && !name.equals("target")) {
                    found.addAll(modules(child));
                }
            }
        }
        return found;
    }

    private void read(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(file);
                String name = outermost(model.thisClass().asInternalName());
                if (!name.endsWith("package-info")) {
                    classes.computeIfAbsent(name, one -> new TreeSet<>()).addAll(uses(model));
                }
            }
        }
        classes.forEach(
                (name, used) -> {
                    used.retainAll(classes.keySet());
                    used.remove(name);
                    Set<String> of =
                            packages.computeIfAbsent(packageOf(name), one -> new TreeSet<>());
                    used.forEach(other -> of.add(packageOf(other)));
                    of.remove(packageOf(name));
                });
    }

    private static Set<String> uses(ClassModel model) {
        Set<String> used = new TreeSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type && !type.asInternalName().startsWith("[")) {
                used.add(outermost(type.asInternalName()));
            } else if (entry instanceof Utf8Entry text) { // descriptors and signatures
                IN_DESCRIPTOR
                        .matcher(text.stringValue())
                        .results()
                        .forEach(type -> used.add(outermost(type.group(1))));
            }
        }
        return used;
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/'))).replace('/', '.');
    }

    private void check(List<String> faults, boolean verbose) {
        List<Set<String>> cycles = new Components(classes).found;
        Set<String> cycle = largest(cycles);
        Set<String> tangle = largest(new Components(packages).found);
        System.out.printf(
                "%-22s %3d classes, %2d packages, largest class cycle %d%s%n",
                module,
                classes.size(),
                packages.size(),
                cycle.size(),
                tangle.size() > 1 ? ", packages in a cycle: " + tangle : "");
        if (verbose) {
            packages.forEach((name, uses) -> System.out.println("    " + name + " > " + uses));
            System.out.println("    cycle: " + cycle);
        }
        for (Set<String> one : cycles) {
            if (one.size() > LARGEST && !one.equals(PUBLISHED.get(module))) {
                faults.add(
                        "%s: %s classes in one cycle, at most %s may be: %s"
                                .formatted(module, one.size(), LARGEST, one));
            }
        }
        if (tangle.size() > 1) {
            faults.add(module + ": packages in a cycle: " + tangle);
        }
        faults.addAll(upwards());
    }

    /** Arrows from a floor to a higher one. */
    private List<String> upwards() {
        List<String> floors = FLOORS.get(module);
        if (floors == null) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        String first = common();
        packages.forEach(
                (name, uses) -> {
                    int here = floors.indexOf(below(first, name));
                    if (here < 0) {
                        found.add(module + ": package " + name + " is on no floor");
                    }
                    for (String used : uses) {
                        if (floors.indexOf(below(first, used)) > here) {
                            found.add(module + ": " + name + " must not use " + used + " above it");
                        }
                    }
                });
        return found;
    }

    /** The package that all others are in, whether or not it has classes itself. */
    private String common() {
        String outer = packages.keySet().iterator().next();
        for (String name : packages.keySet()) {
            while (!(name + ".").startsWith(outer + ".")) {
                outer = outer.substring(0, outer.lastIndexOf('.'));
            }
        }
        return outer;
    }

    private static String below(String first, String name) {
        return name.equals(first) ? "" : name.substring(first.length() + 1);
    }

    private static Set<String> largest(List<Set<String>> cycles) {
        return cycles.stream().max(Comparator.comparingInt(Set::size)).orElse(Set.of());
    }

    /** The strongly connected components of a graph, by Tarjan's algorithm. */
    private static final class Components {
        private final Map<String, Set<String>> graph;
        private final Map<String, Integer> number = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> stack = new ArrayDeque<>();
        private final Set<String> open = new TreeSet<>();
        final List<Set<String>> found = new ArrayList<>();

        Components(Map<String, Set<String>> graph) {
            this.graph = graph;
            for (String node : graph.keySet()) {
                if (!number.containsKey(node)) {
                    visit(node);
                }
            }
        }

        private void visit(String node) {
            number.put(node, number.size());
            low.put(node, number.get(node));
            stack.push(node);
            open.add(node);
            for (String next : graph.get(node)) {
                if (!number.containsKey(next)) {
                    visit(next);
                    low.merge(node, low.get(next), Math::min);
                } else if (open.contains(next)) {
                    low.merge(node, number.get(next), Math::min);
                }
            }
            if (low.get(node).equals(number.get(node))) {
                close(node);
            }
        }

        private void close(String root) {
            Set<String> component = new TreeSet<>();
            String member;
            do {
                member = stack.pop();
                open.remove(member);
                component.add(member.substring(member.lastIndexOf('/') + 1));
            } while (!member.equals(root));
            found.add(component);
        }
    }
}
