import com.google.googlejavaformat.java.Main;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks every Java source of the repository: its layout, its dependency arrows, and that it has at
 * most {@link #LONGEST} lines or a reason in {@code long-files.txt} beside this. {@code check}
 * reports, {@code format} rewrites. Run by the root pom and by cnf/format.
 */
final class Sources {
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".mvn");

    /** The folder for plugins, not packages of that name. */
    private static final Path PLUGINS = Path.of("plugins").toAbsolutePath();

    /** Lines of a file of main code. */
    private static final int LONGEST = 300;

    private static final Path LONG_FILES = Path.of("cnf/check/long-files.txt");

    /** What was laid out at the last check, and by what: it is not looked at again. */
    private static final Path LAID_OUT = Path.of("target/laid-out.txt");

    private static final Pattern NOT_CODE =
            Pattern.compile(
                    "/\\*.*?\\*/|//[^\\n]*" // comments
                            + "|'(?:\\\\.|[^'\\\\])'" // characters
                            + "|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"", // strings
                    Pattern.DOTALL);
    private static final Pattern PACKAGE =
            Pattern.compile("^\\s*package\\s+([\\w.]+)\\s*;", Pattern.MULTILINE);
    private static final Pattern USE = Pattern.compile("\\borg\\.anabranch\\.([a-z]\\w*)");

    /** What a room may use besides itself; a room that is not named here may use the API. */
    private static final Map<String, Set<String>> ARROWS =
            Map.of(
                    "api", Set.of(),
                    "events", Set.of(),
                    "spi", Set.of("api", "events"),
                    "examples", Set.of("api", "spi", "launch", "dense"),
                    "benchmarks",
                            Set.of(
                                    "api",
                                    "spi",
                                    "events",
                                    "launch",
                                    "examples",
                                    "scheduler",
                                    "loops",
                                    "dense",
                                    "reference",
                                    "faulty"));

    public static void main(String[] args) throws Exception {
        List<Path> sources = javaSources(Path.of("").toAbsolutePath());
        if (args[0].equals("format")) {
            layout(
                    sources,
                    "--replace"); // a second round, since splitting strings is not idempotent
            System.exit(layout(sources, "--replace"));
        }
        List<String> faults = lengths(sources);
        for (Path source : sources) {
            faults.addAll(crossings(source));
        }
        faults.forEach(System.err::println);
        int unformatted = unformatted(sources);
        if (unformatted != 0) {
            System.err.println("The files above are not formatted: run cnf/format");
        }
        System.exit(faults.isEmpty() && unformatted == 0 ? 0 : 1);
    }

    private static List<Path> javaSources(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            List<Path> found = new ArrayList<>();
            for (Path child : children.sorted().toList()) {
                if (child.equals(PLUGINS) || SKIPPED.contains(child.getFileName().toString())) {
                    continue;
                } else if (Files.isDirectory(child)) {
                    found.addAll(javaSources(child));
                } else if (child.toString().endsWith(".java")) {
                    found.add(Path.of("").toAbsolutePath().relativize(child));
                }
            }
            return found;
        }
    }

    /** Long files without a reason, and reasons without a long file. */
    private static List<String> lengths(List<Path> sources) throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        for (String line : Files.readAllLines(LONG_FILES)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split("\\s+", 2);
                reasons.put(parts[0], parts.length < 2 ? "" : parts[1]);
            }
        }
        List<String> faults = new ArrayList<>();
        for (Path source : sources) {
            String path = source.toString().replace('\\', '/');
            long lines = path.contains("src/main/") ? Files.readAllLines(source).size() : 0;
            String reason = lines > LONGEST ? reasons.remove(path) : "none needed";
            if (reason == null || reason.isEmpty()) {
                faults.add(path + ": " + lines + " lines, and no reason in " + LONG_FILES);
            }
        }
        reasons.keySet().forEach(path -> faults.add(LONG_FILES + ": " + path + " is not long"));
        return faults;
    }

    private static int unformatted(List<Path> sources) throws Exception {
        Set<String> known =
                Files.exists(LAID_OUT) ? Set.copyOf(Files.readAllLines(LAID_OUT)) : Set.of();
        Map<Path, String> contents = new TreeMap<>();
        for (Path source : sources) {
            contents.put(source, contentOf(source));
        }
        List<Path> unknown =
                sources.stream().filter(one -> !known.contains(contents.get(one))).toList();
        int status = unknown.isEmpty() ? 0 : layout(unknown, "--dry-run", "--set-exit-if-changed");
        if (status == 0) {
            Files.createDirectories(LAID_OUT.getParent());
            Files.write(LAID_OUT, contents.values());
        }
        return status;
    }

    /** A hash of a file and of the formatter, which has its version in its name. */
    private static String contentOf(Path source) throws Exception {
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        String formatter = Main.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        hash.update(formatter.substring(formatter.lastIndexOf('/')).getBytes());
        return HexFormat.of().formatHex(hash.digest(Files.readAllBytes(source)));
    }

    private static int layout(List<Path> sources, String... mode) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--aosp"));
        arguments.addAll(List.of(mode));
        sources.forEach(source -> arguments.add(source.toString()));
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        return new Main(out, err, System.in).format(arguments.toArray(String[]::new));
    }

    /** Uses of a package that the design forbids; tests meet whom they like. */
    private static List<String> crossings(Path source) throws IOException {
        String path = source.toString().replace('\\', '/');
        if (!path.contains("src/main/") || path.startsWith("stress/") || path.startsWith("cnf/")) {
            return List.of();
        }
        String code = NOT_CODE.matcher(Files.readString(source)).replaceAll(" ");
        var declared = PACKAGE.matcher(code);
        var own = USE.matcher(declared.find() ? declared.group(1) : "");
        if (!own.find()) {
            return List.of(path + ": its package is not below org.anabranch");
        }
        String room = own.group(1);
        Set<String> allowed = ARROWS.getOrDefault(room, Set.of("api", "spi", "events"));
        return USE.matcher(code)
                .results()
                .map(use -> use.group(1))
                .filter(used -> !used.equals(room) && !allowed.contains(used))
                .distinct()
                .map(used -> path + ": " + room + " must not use org.anabranch." + used)
                .toList();
    }
}
