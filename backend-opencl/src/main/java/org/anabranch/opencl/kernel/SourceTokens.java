package org.anabranch.opencl.kernel;

import org.anabranch.api.SourceCode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identifiers that a kernel's code may use: those of its function, and of the functions and
 * macros that it reaches. A lexer, no preprocessor: all branches of conditions count. Where the
 * structure is not understood, all identifiers of the text count.
 */
final class SourceTokens {
    /** The functions at which the work-items of a group wait for each other. */
    private static final List<String> BARRIERS = List.of("barrier", "work_group_barrier");

    private static final Pattern SPLICE = Pattern.compile("\\\\[ \\t]*\\r?\\n");
    private static final Pattern SKIPPED =
            Pattern.compile(
                    "/\\*.*?(\\*/|$)|//[^\\n]*|\"(\\\\.|[^\"\\\\\\n])*\"|'(\\\\.|[^'\\\\\\n])*'",
                    Pattern.DOTALL);
    private static final Pattern TOKEN =
            Pattern.compile("[A-Za-z_]\\w*|\\.?\\d(?:[\\w.]|[eEpP][+-])*|\\S");
    private static final Pattern DEFINE =
            Pattern.compile("\\s*(?:#|%:)\\s*define\\s+(\\w+)(.*)", Pattern.DOTALL);
    private static final Pattern INCLUDE = Pattern.compile("\\s*(?:#|%:)\\s*include\\b.*");
    private static final Pattern TYPEDEF =
            Pattern.compile("\\btypedef\\s+([\\w\\s]+?)\\s+(\\w+)\\s*;");
    private static final int SHORTEST_PASTED = 2;

    /** Identifiers that the code of a function or macro names. */
    private final Map<String, Set<String>> uses = new HashMap<>();

    /** Identifiers outside of functions and macros. */
    private final Set<String> outside = new HashSet<>();

    private final Map<String, String> typedefs = new HashMap<>();
    private final Set<String> all = new HashSet<>();

    /** The code of functions, and what macros stand for. */
    private final Map<String, List<String>> functions = new HashMap<>();

    private final Map<String, List<String>> macros = new HashMap<>();
    private final boolean pastes;
    private final boolean includes;
    private final Set<String> reached;

    SourceTokens(SourceCode code) {
        String text = SPLICE.matcher(code.text()).replaceAll("");
        text = SKIPPED.matcher(text).replaceAll(match -> match.group().startsWith("/") ? " " : "0");
        boolean included = options(code.options());
        StringBuilder plain = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            String start = line.stripLeading();
            if (!start.startsWith("#") && !start.startsWith("%:")) {
                plain.append(line).append('\n');
            } else {
                directive(line);
                included |= INCLUDE.matcher(line).matches();
            }
        }
        this.includes = included;
        this.pastes = text.contains("##") || text.contains("%:%:");
        Matcher typedef = TYPEDEF.matcher(plain);
        while (typedef.find()) {
            typedefs.put(typedef.group(2), typedef.group(1));
        }
        boolean understood = functions(tokens(plain.toString()));
        this.reached =
                understood && uses.containsKey(code.function()) ? reach(code.function()) : all;
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            tokens.add(token.group());
        }
        return tokens;
    }

    /** Takes macros from build options; returns true if they include a file. */
    private boolean options(String options) {
        boolean includes = false;
        String[] words = options.strip().split("\\s+");
        for (int i = 0; i < words.length; i++) {
            includes |= words[i].equals("-include");
            if (words[i].startsWith("-D")) {
                String macro =
                        words[i].length() > 2 || i + 1 == words.length
                                ? words[i].substring(2)
                                : words[++i];
                List<String> tokens = tokens(macro.replaceAll("[\"']", " "));
                if (!tokens.isEmpty()) {
                    define(tokens.getFirst(), tokens.subList(1, tokens.size()));
                }
            }
        }
        return includes;
    }

    private void directive(String line) {
        Matcher define = DEFINE.matcher(line);
        if (define.matches()) {
            List<String> body = tokens(define.group(2));
            boolean parameters = define.group(2).startsWith("(") && body.contains(")");
            int start = parameters ? body.indexOf(")") + 1 : 0;
            define(define.group(1), body.subList(start, body.size()));
        }
    }

    private void define(String name, List<String> tokens) {
        uses.computeIfAbsent(name, key -> new HashSet<>()).addAll(tokens);
        all.addAll(tokens);
        macros.put(name, tokens);
    }

    /** Takes the functions; returns false if braces do not match. */
    private boolean functions(List<String> tokens) {
        all.addAll(tokens);
        List<String> header = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int braces = 0;
        int brackets = 0;
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            header.add(token);
            if (braces == 0) {
                boolean called = i + 1 < tokens.size() && tokens.get(i + 1).equals("(");
                brackets += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
                if (called && brackets == 0 && !token.equals("__attribute__")) {
                    names.add(token);
                }
            }
            braces += token.equals("{") ? 1 : token.equals("}") ? -1 : 0;
            if (braces < 0 || brackets < 0) {
                return false;
            }
            boolean function = braces == 0 && token.equals("}") && !names.isEmpty();
            if (function || braces == 0 && token.equals(";")) {
                end(function ? names : Set.of(), header);
                names.clear();
                header = new ArrayList<>();
            }
        }
        outside.addAll(header);
        return braces == 0 && brackets == 0;
    }

    private void end(Set<String> names, List<String> tokens) {
        if (names.isEmpty()) {
            outside.addAll(tokens);
        }
        for (String name : names) {
            uses.computeIfAbsent(name, key -> new HashSet<>()).addAll(tokens);
            functions.put(name, tokens);
        }
    }

    private Set<String> reach(String function) {
        Set<String> found = new HashSet<>(outside);
        found.add(function);
        Deque<String> open = new ArrayDeque<>(outside);
        open.add(function);
        while (!open.isEmpty()) {
            for (String used : uses.getOrDefault(open.remove(), Set.of())) {
                if (found.add(used)) {
                    open.add(used);
                }
            }
        }
        return found;
    }

    /** Returns the bytes of the arrays in private memory that the kernel's code declares. */
    long privateBytes() {
        long bytes = 0;
        for (Map<String, List<String>> some : List.of(functions, macros)) {
            for (Map.Entry<String, List<String>> entry : some.entrySet()) {
                if (reached.contains(entry.getKey())) {
                    bytes += new PrivateArrays(macros).bytes(entry.getValue());
                }
            }
        }
        return bytes;
    }

    /**
     * Returns the size of the arrays in private memory of those functions that have a barrier: at a
     * barrier the arrays of all work-items of a group exist at once.
     */
    long privateBytesAtBarriers() {
        long bytes = 0;
        for (Map.Entry<String, List<String>> function : functions.entrySet()) {
            List<String> code = function.getValue();
            if (reached.contains(function.getKey()) && !Collections.disjoint(code, BARRIERS)) {
                bytes += new PrivateArrays(macros).bytes(code);
            }
        }
        return bytes;
    }

    /** Returns true if other text is included, which is not known here. */
    boolean includes() {
        return includes;
    }

    /**
     * Returns the first of some names that the kernel may use: an identifier of its code, or one
     * that macros may paste together.
     *
     * @return null if it uses none
     */
    String firstOf(List<String> names) {
        for (String name : names) {
            if (reached.contains(name) || pastes && isPasted(name)) {
                return name;
            }
        }
        return null;
    }

    /** Returns an identifier of the kernel's code that begins with a prefix, or null. */
    String firstPrefixed(String... prefixes) {
        return reached.stream()
                .filter(name -> Arrays.stream(prefixes).anyMatch(name::startsWith))
                .sorted()
                .findFirst()
                .orElse(null);
    }

    private boolean isPasted(String name) {
        boolean[] ends = new boolean[name.length() + 1];
        ends[0] = true;
        for (int from = 0; from < name.length(); from++) {
            for (int to = from + SHORTEST_PASTED; ends[from] && to <= name.length(); to++) {
                ends[to] |= all.contains(name.substring(from, to));
            }
        }
        return ends[name.length()];
    }

    /** Returns the type that a name of a type stands for, if a {@code typedef} defines it. */
    String type(String name) {
        String[] words = name.split("(?=\\*)", 2);
        String base = words[0].strip();
        for (int depth = 0; depth < typedefs.size() && typedefs.containsKey(base); depth++) {
            base = typedefs.get(base).strip();
        }
        return words.length > 1 ? base + words[1] : base;
    }
}
