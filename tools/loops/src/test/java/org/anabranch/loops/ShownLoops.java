package org.anabranch.loops;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The labelled loops, as source with accesses written {@code GET(a, i)}, {@code SET(a, i, v)} and
 * the same with two subscripts, so that one text serves arrays and segments.
 */
final class ShownLoops {
    /** Bodies by id; {@code w} is the width of matrices, {@code n} the number of iterations. */
    static final Map<String, String> BODIES = new LinkedHashMap<>();

    static {
        BODIES.put("L04", "SET(a, i + 1, GET(a, 0) + GET(b, i + 1))");
        BODIES.put("L05", "SET(a, i, GET(a, n / 2) + GET(b, i))");
        BODIES.put("L13", "long j = i + 1; SET(a, i, GET(a, j) + GET(b, i))");
        BODIES.put("L20", "SET(a, i + 1, GET(a, i + 1 + m) + GET(b, i))");
        BODIES.put("L28", "SET(a, i + k, GET(a, i) + GET(b, i))");
        BODIES.put("L37", "SET(b, i + 4, GET(b, i) + GET(a, i + 4))");
        BODIES.put(
                "L45",
                "SET(s, 0, GET(b, i) + GET(c, i) * GET(d, i)); SET(a, i, GET(s, 0) * GET(s, 0))");
        BODIES.put(
                "L46",
                "SET(a, i, GET(s, 0) * GET(e, i)); SET(s, 0, GET(b, i) + GET(c, i)); "
                        + "SET(b, i, GET(a, i) + GET(d, i))");
        BODIES.put("L60", "ADD(s, 0, GET(a, i))");
        BODIES.put("L63", "SET(s, 0, GET(s, 0) + GET(a, i)); SET(b, i, GET(s, 0))");
        BODIES.put(
                "L68",
                "if (GET(s, 0) == 0f && GET(a, i) > 0.5f) { SET(s, 0, GET(a, i)); SET(c, 0, i); }");
        BODIES.put("L75", "SET(a, p[(int) i], GET(b, i) + GET(c, i) * GET(d, i))");
        BODIES.put("L77", "SET(a, i, GET(a, i) + GET(b, p[(int) i]) * 3f)");
        BODIES.put("D02", "SET(a, i, GET(a, i) + GET(a, 0))");
        BODIES.put(
                "P01",
                "for (int j = 0; j < w; j++) { float sum = GET(x, i * w + j) * 1.5f; "
                        + "for (int h = 0; h < w; h++) { "
                        + "sum += 1.25f * GET(y, i * w + h) * GET(z, h * w + j); } "
                        + "SET(x, i * w + j, sum); }");
        BODIES.put(
                "P07",
                "SET(a, i, GET(b, i)); for (int j = 0; j < i; j++) { "
                        + "SET(a, i, GET(a, i) - GET2(l, i, j) * GET(a, j)); } "
                        + "SET(a, i, GET(a, i) / GET2(l, i, i))");
        BODIES.put(
                "G16",
                "int r = (int) i + 1; for (int j = 1; j < w - 1; j++) { "
                        + "SET2(out, r, j, GET2(in, r, j) + 0.1f * (GET2(in, r - 1, j) "
                        + "+ GET2(in, r + 1, j) + GET2(in, r, j - 1) + GET2(in, r, j + 1)) "
                        + "+ GET2(l, r, j)); }");
        BODIES.put("J08", "SET(q, i, i)");
    }

    private ShownLoops() {}

    /** A class with one method for each loop. */
    static String source(String name, boolean segments) {
        StringBuilder text = new StringBuilder();
        text.append("import org.anabranch.loops.*;\nimport java.lang.foreign.*;\n");
        text.append("import static java.lang.foreign.ValueLayout.JAVA_FLOAT;\n");
        text.append("public class ").append(name).append(" {\n");
        String one = segments ? "MemorySegment" : "float[]";
        String two = segments ? "MemorySegment" : "float[][]";
        text.append("public static LongBody body(String id, java.util.Map<String, Object> data,")
                .append(" int[] p, int n, int w, int m, int k) {\n");
        for (String array : "a b c d e s x y z q".split(" ")) {
            declare(text, one, array);
        }
        for (String matrix : "l in out".split(" ")) {
            declare(text, two, matrix);
        }
        text.append("switch (id) {\n");
        BODIES.forEach(
                (id, body) ->
                        text.append("case \"")
                                .append(id)
                                .append("\": return i -> {\n")
                                .append(expand(body, segments))
                                .append(";\n};\n"));
        return text.append("default: throw new IllegalArgumentException(id); } } }\n").toString();
    }

    private static void declare(StringBuilder text, String type, String name) {
        text.append(type + " " + name + " = (" + type + ") data.get(\"" + name + "\");\n");
    }

    private static String expand(String body, boolean segments) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < body.length()) {
            String macro = macro(body, at);
            if (macro == null) {
                out.append(body.charAt(at++));
                continue;
            }
            int start = at + macro.length() + 1;
            int end = start;
            for (int depth = 1; depth > 0; end++) {
                depth += body.charAt(end) == '(' ? 1 : body.charAt(end) == ')' ? -1 : 0;
            }
            out.append(replace(macro, split(body.substring(start, end - 1)), segments));
            at = end;
        }
        return out.toString();
    }

    private static String macro(String body, int at) {
        for (String macro : new String[] {"GET2", "SET2", "GET", "SET", "ADD"}) {
            if (body.startsWith(macro + "(", at)) {
                return macro;
            }
        }
        return null;
    }

    private static java.util.List<String> split(String arguments) {
        java.util.List<String> parts = new java.util.ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < arguments.length(); i++) {
            char c = arguments.charAt(i);
            depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(arguments.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(arguments.substring(from));
        return parts;
    }

    private static String replace(String macro, java.util.List<String> raw, boolean segments) {
        java.util.List<String> a = raw.stream().map(part -> expand(part, segments)).toList();
        String name = a.get(0).trim();
        boolean two = macro.endsWith("2");
        String value = macro.startsWith("GET") ? "" : a.getLast();
        if (segments) {
            String index =
                    two
                            ? "(long) (" + a.get(1) + ") * w + (" + a.get(2) + ")"
                            : "(long) (" + a.get(1) + ")";
            String get = name + ".getAtIndex(JAVA_FLOAT, " + index + ")";
            return switch (macro.substring(0, 3)) {
                case "GET" -> get;
                case "SET" -> name + ".setAtIndex(JAVA_FLOAT, " + index + ", " + value + ")";
                default ->
                        name
                                + ".setAtIndex(JAVA_FLOAT, "
                                + index
                                + ", "
                                + get
                                + " + "
                                + value
                                + ")";
            };
        }
        String place =
                name + "[(int) (" + a.get(1) + ")]" + (two ? "[(int) (" + a.get(2) + ")]" : "");
        return switch (macro.substring(0, 3)) {
            case "GET" -> place;
            case "SET" -> place + " = " + value;
            default -> place + " += " + value;
        };
    }
}
