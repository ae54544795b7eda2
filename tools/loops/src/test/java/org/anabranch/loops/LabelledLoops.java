package org.anabranch.loops;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Loops in the shapes of known suites, with what a correct analyser answers. In the text files each
 * has a head {@code # name label iterations [par]} and a body over the variables of {@link
 * LabelledData}. Labels: {@code P} independent; {@code T[:d]} flow, {@code A[:d]} anti-dependence
 * only, with the least distance or with all, {@code d..e}; {@code O} output only; {@code R:op}
 * reduction; {@code C} collides; {@code U} depends on data; {@code X:text} refused for that reason.
 * {@code par}: runs in parallel, although it collides unless its label is {@code P}.
 */
record LabelledLoops(String suite, List<Row> rows) {
    /** One loop. */
    record Row(String name, String label, String iterations, boolean parallel, String body) {
        char kind() {
            return label.charAt(0);
        }

        /** The distance, operator or reason; empty if none is said. */
        String detail() {
            return label.contains(":") ? label.substring(label.indexOf(':') + 1) : "";
        }
    }

    private static final String BESIDE =
            """
            static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6};
            static final int SHIFT = 7;
            enum Kind { ONE }
            record Vec(double x, double y, double z) {
              Vec minus(Vec o) { return new Vec(x - o.x, y - o.y, z - o.z); }
              Vec scaled(double s) { return new Vec(s * x, s * y, s * z); }
              double dot(Vec o) { return x * o.x + y * o.y + z * o.z; }
            }
            static class Point {
              double x;
              double y = 2;
              void turn() { double t = x; x = y; y = -t; }
            }
            static void add(float[] a, float[] b, float[] c, int i) { a[i] += b[i] * c[i]; }
            static void store(float[] a, int i, float value) { a[i] = value; }
            static float product(float x, float y) { return x * y; }
            static int clamp(int i, int w) { return i < 0 ? 0 : i >= w ? w - 1 : i; }
            static int gcd(int x, int y) {
              while (y != 0) {
                int rest = x % y;
                x = y;
                y = rest;
              }
              return x;
            }
            static float sign(float x) {
              if (x > 0f) return 1f;
              if (x < 0f) return -1f;
              return 0f;
            }
            static float select(float x, float y, int i) {
              switch (i % 3) {
                case 0: return x;
                case 1: return y;
                default: return x + y;
              }
            }
            """;

    static LabelledLoops of(String suite) throws IOException {
        String file = "labelled-" + suite + ".txt";
        List<Row> rows = new ArrayList<>();
        try (InputStream in = LabelledLoops.class.getResourceAsStream(file);
                BufferedReader text =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String[] head = null;
            StringBuilder body = new StringBuilder();
            for (String line : text.lines().toList()) {
                if (line.startsWith("# ")) {
                    add(head, body, rows);
                    head = line.substring(2).split(" ", 3);
                } else {
                    body.append(line).append('\n');
                }
            }
            add(head, body, rows);
        }
        return new LabelledLoops(suite, List.copyOf(rows));
    }

    private static void add(String[] head, StringBuilder body, List<Row> rows) {
        if (head != null) {
            boolean parallel = head[2].endsWith(" par");
            String iterations = head[2].replace(" par", "");
            rows.add(new Row(head[0], head[1], iterations, parallel, body.toString()));
            body.setLength(0);
        }
    }

    /** A class with a method for each loop, and one for its iterations. */
    String source(String name) {
        StringBuilder text = new StringBuilder("import org.anabranch.loops.*;\n");
        text.append("public class ").append(name).append(" {\n").append(BESIDE);
        for (int k = 0; k < rows.size(); k++) {
            text.append("static IntBody loop" + k + "(Object[] data, int n, int w, int m) {\n");
            text.append(LabelledData.declarations());
            text.append("return i -> {\n").append(rows.get(k).body).append("}; }\n");
        }
        text.append("public static IntBody body(int k, Object[] data, int n, int w, int m) {\n");
        text.append("switch (k) {\n");
        for (int k = 0; k < rows.size(); k++) {
            text.append("case " + k + ": return loop" + k + "(data, n, w, m);\n");
        }
        text.append("default: return null; } }\n");
        text.append("public static int count(int k, int n, int w) {\nswitch (k) {\n");
        for (int k = 0; k < rows.size(); k++) {
            text.append("case " + k + ": return " + rows.get(k).iterations + ";\n");
        }
        return text.append("default: return 0; } } }\n").toString();
    }
}
