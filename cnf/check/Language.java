import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the faults of language in sources and documents, and fails when a count exceeds its limit
 * in {@code language-limits.txt}. Limits only fall: {@code --lower} writes today's counts where
 * they are smaller. {@code -v} also lists each fault with its file and line; {@code -v WORD} lists
 * those of the rows whose name contains the word.
 *
 * <p>Each run first counts a planted sample, so a counter that finds nothing fails the build.
 */
final class Language {
    private static final Set<Path> SKIPPED = Set.of(Path.of("plugins"));
    private static final Path LIMITS = Path.of("cnf/check/language-limits.txt");

    /** Characters in a line of Markdown. */
    private static final int LONGEST_LINE = 160;

    /** Documents to which measuring programs add tables, as wide as they have columns. */
    private static final String RECORDS = "benchmarks/log/";

    /** Lines in a paragraph of Markdown. */
    private static final int LONGEST_PARAGRAPH = 6;

    /** Prefixes of names that look like the id of a requirement. */
    private static final Set<String> NO_IDS = Set.of("UTF", "SHA", "ISO", "DSP");

    /** Comments, and literals in front of which a comment cannot begin. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "(/\\*.*?\\*/|//[^\\n]*)" // comments
                            + "|'(?:\\\\.|[^'\\\\])'" // characters
                            + "|(\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\")", // strings
                    Pattern.DOTALL);

    private static final Pattern QUESTION = Pattern.compile("/\\*\\*[\\s*]*(What|Whether|How)\\b");
    private static final Pattern PRONOUN =
            Pattern.compile("\\b(somebody|nobody|something|whoever)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern ID =
            Pattern.compile("\\b([A-Z][A-Z0-9]{1,4})-[A-Z]?[0-9]{1,2}\\b");

    /** The row of a table that defines an id. */
    private static final Pattern DEFINITION = Pattern.compile("\\| ([A-Z0-9]+-[A-Z]?[0-9]+) \\|.*");

    private static final Pattern IMPORT =
            Pattern.compile("\\b(?:import|package)\\b[^;]*\\.(\\w+);");

    /** A class with its package. */
    private static final Pattern QUALIFIED =
            Pattern.compile("(?<![\\w.])(?:[a-z]\\w*\\.){2,}([A-Z]\\w*[a-z]\\w*)");

    /** A line that belongs to no paragraph: a heading, a row, a picture, the address of a link. */
    private static final Pattern NO_TEXT = Pattern.compile("\\s*(#|\\||!\\[|---|\\[[^\\]]+\\]:).*");

    /** The address of a link in a document. */
    private static final Pattern LINK = Pattern.compile("(?:\\]\\(|^\\[[^\\]]+\\]: )([^)#\\s]+)");

    /** The document in which each class name in code font must exist. */
    private static final String MAP = "docs/architecture.md";

    private static final Pattern CLASS = Pattern.compile("`(?:[a-z]\\w*\\.)*([A-Z]\\w*[a-z]\\w*)`");

    /** A line that begins an item of a list. */
    private static final Pattern ITEM = Pattern.compile("\\s*([-*]|[0-9]+\\.) .*");

    private final Map<String, List<String>> faults = new LinkedHashMap<>();
    private final Map<String, List<String>> classes = new TreeMap<>();
    private final Map<String, List<String>> usedIds = new TreeMap<>();
    private final Set<String> definedIds = new TreeSet<>();
    private final Map<String, List<String>> namedClasses = new TreeMap<>();
    private final Set<String> sources = new TreeSet<>();

    private Language() {
        for (Row row : Row.values()) {
            faults.put(row.title, new ArrayList<>());
        }
    }

    private enum Row {
        QUESTIONS("comments that begin with What, Whether or How"),
        PRONOUNS("somebody, nobody, something, whoever in comments"),
        LINES("Markdown lines over 160 characters"),
        PARAGRAPHS("Markdown paragraphs over 6 lines"),
        LINKS("broken links and class names in Markdown"),
        IDS("uses of ids that no document defines"),
        NAMES("simple class names used more than once"),
        QUALIFIED_NAMES("class names with their package in code");

        private final String title;

        Row(String title) {
            this.title = title;
        }
    }

    public static void main(String[] arguments) throws IOException {
        checkSample();
        Language counted = new Language();
        for (Path file : files(Path.of(""))) {
            counted.add(file.toString().replace('\\', '/'), Files.readString(file));
        }
        counted.finish();
        List<String> options = List.of(arguments);
        if (options.contains("-v")) {
            String word = options.getLast().equals("-v") ? "" : options.getLast();
            counted.list(word);
        }
        boolean lower = options.contains("--lower");
        System.exit(counted.compare(lower) ? 0 : 1);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder.resolve("").toAbsolutePath())) {
            List<Path> found = new ArrayList<>();
            for (Path child : children.sorted().toList()) {
                String name = child.getFileName().toString();
                Path path = folder.resolve(name);
                if (Files.isDirectory(child)) {
                    if (!name.equals("target")
                            && !name.startsWith(".")
                            && !SKIPPED.contains(path)) {
                        found.addAll(files(path));
                    }
                } else if (name.endsWith(".java") || name.endsWith(".md")) {
                    found.add(path);
                }
            }
            return found;
        }
    }

    private void add(String path, String text) {
        if (path.endsWith(".md")) {
            addDocument(path, text);
            return;
        }
        boolean main = path.contains("src/main/");
        Matcher tokens = TOKEN.matcher(text);
        while (tokens.find()) {
            String place = path + ":" + text.substring(0, tokens.start() + 1).lines().count();
            String comment = tokens.group(1);
            if (comment == null) {
                addIds(place, tokens.group(2) == null ? "" : label(tokens.group(2)));
                continue;
            }
            addIds(place, comment);
            if (main && QUESTION.matcher(comment).lookingAt()) {
                fault(Row.QUESTIONS, place);
            }
            if (main) {
                PRONOUN.matcher(comment).results().forEach(use -> fault(Row.PRONOUNS, place));
            }
        }
        if (main) {
            addQualified(path, text);
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        sources.add(name);
        if (main && !name.contains("-info")) {
            classes.computeIfAbsent(name, unused -> new ArrayList<>()).add(path);
        }
    }

    /** A name needs its package only where the file imports or is beside another of that name. */
    private void addQualified(String path, String text) {
        String code = blank(IMPORT, blank(TOKEN, text));
        Set<String> others =
                IMPORT.matcher(blank(TOKEN, text))
                        .results()
                        .map(use -> use.group(1) + ".java")
                        .collect(Collectors.toSet());
        Matcher names = QUALIFIED.matcher(code);
        while (names.find()) {
            String file = names.group(1) + ".java";
            if (!others.contains(file) && !Files.exists(Path.of(path).resolveSibling(file))) {
                long line = code.substring(0, names.start() + 1).lines().count();
                fault(Row.QUALIFIED_NAMES, path + ":" + line + " " + names.group());
            }
        }
    }

    /** Returns the text with blanks for each match. */
    private static String blank(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(match -> match.group().replaceAll("[^\\n]", " "));
    }

    /** The name of a test may begin with the id of what it shows. */
    private static String label(String literal) {
        int colon = literal.indexOf(':');
        return colon < 0 ? "" : literal.substring(0, colon);
    }

    private void addIds(String place, String text) {
        Matcher ids = ID.matcher(text);
        while (ids.find()) {
            if (!NO_IDS.contains(ids.group(1))) {
                usedIds.computeIfAbsent(ids.group(), unused -> new ArrayList<>()).add(place);
            }
        }
    }

    private void addDocument(String path, String text) {
        List<String> lines = text.lines().toList();
        boolean code = false;
        int paragraph = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String place = path + ":" + (i + 1);
            if (line.length() > LONGEST_LINE && !path.startsWith(RECORDS)) {
                fault(Row.LINES, place);
            }
            addLinks(path, place, line);
            Matcher definition = DEFINITION.matcher(line);
            if (definition.matches()) {
                definedIds.add(definition.group(1));
            }
            boolean fence = line.strip().startsWith("```");
            code ^= fence;
            if (fence || code || line.isBlank() || NO_TEXT.matcher(line).matches()) {
                paragraph = 0;
            } else {
                paragraph = ITEM.matcher(line).matches() ? 1 : paragraph + 1;
            }
            if (paragraph == LONGEST_PARAGRAPH + 1) {
                fault(Row.PARAGRAPHS, place);
            }
        }
    }

    private void addLinks(String path, String place, String line) {
        Matcher links = LINK.matcher(line);
        while (links.find()) {
            String address = links.group(1);
            if (!address.contains(":") && !Files.exists(Path.of(path).resolveSibling(address))) {
                fault(Row.LINKS, place + " " + address);
            }
        }
        Matcher names = CLASS.matcher(path.equals(MAP) ? line : "");
        while (names.find()) {
            namedClasses
                    .computeIfAbsent(names.group(1) + ".java", unused -> new ArrayList<>())
                    .add(place);
        }
    }

    private void fault(Row row, String place) {
        faults.get(row.title).add(place);
    }

    /** Adds what only the whole tree shows. */
    private void finish() {
        usedIds.forEach(
                (id, places) -> {
                    if (!definedIds.contains(id)) {
                        places.forEach(place -> fault(Row.IDS, place + " " + id));
                    }
                });
        namedClasses.keySet().removeAll(sources);
        namedClasses.keySet().removeAll(namedClasses.isEmpty() ? Set.of() : platformClasses());
        namedClasses.forEach(
                (name, places) -> places.forEach(place -> fault(Row.LINKS, place + " " + name)));
        Predicate<List<String>> repeated = paths -> paths.size() > 1;
        classes.values().stream()
                .filter(repeated)
                .forEach(paths -> fault(Row.NAMES, String.join(" ", paths)));
    }

    /** Returns the names of the JDK's classes, as if of source files. */
    private static Set<String> platformClasses() {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> files = Files.walk(modules)) {
            return files.map(file -> file.getFileName().toString().replace(".class", ".java"))
                    .collect(Collectors.toSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void list(String word) {
        faults.forEach(
                (title, places) -> {
                    if (title.contains(word)) {
                        places.forEach(place -> System.out.println(title + ": " + place));
                    }
                });
    }

    /** Prints the table. Returns true if no count exceeds its limit. */
    private boolean compare(boolean lower) throws IOException {
        Map<String, int[]> limits = limits();
        System.out.printf("%-50s %6s %6s %6s%n", "language", "now", "limit", "goal");
        boolean good = true;
        for (Map.Entry<String, List<String>> row : faults.entrySet()) {
            int now = row.getValue().size();
            int[] limit = limits.get(row.getKey());
            if (limit == null) {
                throw new IOException(LIMITS + " has no limit for: " + row.getKey());
            }
            boolean exceeded = now > limit[0];
            good &= !exceeded;
            System.out.printf(
                    "%-50s %6d %6d %6d%s%n",
                    row.getKey(), now, limit[0], limit[1], exceeded ? "  too many" : "");
            limit[0] = Math.min(limit[0], now);
        }
        if (lower) {
            write(limits);
        }
        if (!good) {
            System.err.println("To see where: java cnf/check/Language.java -v WORD");
        }
        return good;
    }

    private static Map<String, int[]> limits() throws IOException {
        Map<String, int[]> limits = new LinkedHashMap<>();
        for (String line : Files.readAllLines(LIMITS)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.strip().split("\\s+", 3);
                limits.put(
                        parts[2],
                        new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])});
            }
        }
        return limits;
    }

    private static void write(Map<String, int[]> limits) throws IOException {
        List<String> lines =
                Files.readAllLines(LIMITS).stream()
                        .filter(line -> line.startsWith("#"))
                        .collect(Collectors.toCollection(ArrayList::new));
        limits.forEach(
                (title, limit) -> lines.add("%5d %5d %s".formatted(limit[0], limit[1], title)));
        Files.write(LIMITS, lines);
    }

    /** Counts a sample with one fault of each kind, and fails unless each is found once. */
    private static void checkSample() {
        Language sample = new Language();
        String faulty = "/** Whether it ends (ZZ-9). */ int a; // whoever reads \"this\"\n";
        sample.add("a/src/main/java/A.java", faulty + "String b = \"/** How somebody */\";\n");
        sample.add("b/src/main/java/A.java", "/** Returns one (YY-8, UTF-8). */ int b;\n");
        sample.add("c/src/test/java/A.java", "/** What nobody counts. */ java.util.List b;\n");
        String named = "import a.b.Map;\njava.util.List c; // java.util.Set\njava.util.Map d;\n";
        sample.add("d/src/main/java/B.java", named);
        sample.add("a.md", "| YY-8 | defined |\n\n" + "x".repeat(LONGEST_LINE + 1) + "\n");
        sample.add(MAP, "`part.A` and `Missing` are classes; [home](https://a.org)\n");
        sample.add("b.md", "text\n".repeat(LONGEST_PARAGRAPH + 1) + "\n- item\n- item\n");
        sample.finish();
        sample.faults.forEach(
                (title, places) -> {
                    if (places.size() != 1) {
                        throw new AssertionError(
                                "counts " + places + " in the sample, not one: " + title);
                    }
                });
    }
}
