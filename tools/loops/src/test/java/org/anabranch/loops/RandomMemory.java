package org.anabranch.loops;

import java.util.Random;

/**
 * Random loop bodies as Java source, over what {@link MemoryData} has: rows, fields, segments that
 * may overlap, and arrays of small elements.
 */
final class RandomMemory {
    private final Random random;
    private int variables;
    private int depth;

    RandomMemory(long seed) {
        this.random = new Random(seed);
    }

    /** A class with so many bodies. */
    String source(String name, int count) {
        StringBuilder text = new StringBuilder("import org.anabranch.loops.*;\n");
        text.append(
                "import java.lang.foreign.*;\nimport static java.lang.foreign.ValueLayout.*;\n");
        text.append("public class " + name + " {\n");
        text.append("static int twice(int x) { return x < 0 ? x : 2 * x; }\n");
        text.append(
                "static int put(int[] to, int at, int v) { int o = to[at]; to[at] = v; return o;"
                        + " }\n");
        for (int body = 0; body < count; body++) {
            text.append("static LongBody b" + body + "(MemoryData w, int n, int m) {\n");
            text.append(MemoryData.DECLARATIONS);
            text.append("return i0 -> { int i = (int) i0;\n").append(body()).append("};\n}\n");
        }
        text.append(
                "public static LongBody body(int k, MemoryData w, int n, int m) { switch (k) {\n");
        for (int body = 0; body < count; body++) {
            text.append("case " + body + ": return b" + body + "(w, n, m);\n");
        }
        return text.append("default: return null; } } }\n").toString();
    }

    private String body() {
        variables = 0;
        depth = 0;
        StringBuilder text = new StringBuilder();
        for (int s = 1 + random.nextInt(3); s > 0; s--) {
            text.append(statement("i"));
        }
        return text.toString();
    }

    private String statement(String scope) {
        depth++;
        try {
            return switch (random.nextInt(depth > 3 ? 8 : 14)) {
                case 0, 1, 2 -> store(scope);
                case 3 -> field(scope);
                case 4 -> row(scope);
                case 5 -> update(scope);
                case 6 -> own(scope);
                case 7 -> "put(a, " + linear(scope) + ", " + value(scope, 1) + ");\n";
                case 8, 9 -> loop(scope);
                case 10 -> "if (" + condition(scope) + ") {\n" + statement(scope) + "}\n";
                case 11 ->
                        "if ("
                                + condition(scope)
                                + ") {\n"
                                + statement(scope)
                                + "} else {\n"
                                + statement(scope)
                                + "}\n";
                case 12 -> sum(scope);
                default -> statement(scope) + statement(scope);
            };
        } finally {
            depth--;
        }
    }

    private String store(String scope) {
        String at = linear(scope);
        String value = value(scope, 0);
        return switch (random.nextInt(13)) {
            case 0 -> "a[" + at + "] = " + value + ";\n";
            case 1 -> "r[" + linear(scope) + "][" + at + "] = " + value + ";\n";
            case 2 -> "q[(" + linear(scope) + ") & 3][" + at + "] = " + value + ";\n";
            case 3 -> "h[" + at + "] = (short) (" + value + ");\n";
            case 4 -> "c[" + at + "] = (char) (" + value + ");\n";
            case 5 -> "g[" + at + "] = (byte) (" + value + ");\n";
            case 6 -> "z[" + at + "] = " + condition(scope) + ";\n";
            case 7 -> segment() + ".setAtIndex(JAVA_INT, " + at + ", " + value + ");\n";
            case 8 -> segment() + ".set(JAVA_BYTE, " + at + ", (byte) (" + value + "));\n";
            case 9 -> segment() + ".set(JAVA_SHORT, 2L * (" + at + "), (short) (" + value + "));\n";
            case 10 -> "d[" + at + "] = " + value + " * 0.5;\n";
            case 11 -> "o.inner[" + at + "] = " + value + ";\n";
            default -> "r[i][" + at + "] = " + value + ";\n";
        };
    }

    private String field(String scope) {
        String value = value(scope, 1);
        return switch (random.nextInt(9)) {
            case 0 -> "o.x += " + value + ";\n";
            case 1 -> "o.y = " + value + ";\n";
            case 2 -> "o.l ^= " + value + ";\n";
            case 3 -> "if (" + condition(scope) + ") o.x = " + value + ";\n";
            case 4 -> "if (" + value + " > o.y) o.y = " + value + ";\n";
            case 5 -> "o.l = Math.max(o.l, " + value + ");\n";
            case 6 -> "MemoryData.total += " + value + ";\n";
            case 7 -> "o.s = (short) (" + value + ");\na[" + linear(scope) + "] = o.s;\n";
            default -> "o.b |= " + condition(scope) + ";\n";
        };
    }

    private String row(String scope) {
        String name = "w" + variables++;
        String of =
                random.nextBoolean()
                        ? "r[" + linear(scope) + "]"
                        : "q[(" + linear(scope) + ") & 3]";
        String text = "{ int[] " + name + " = " + of + ";\n";
        text += name + "[" + linear(scope) + "] += " + value(scope, 1) + ";\n";
        return text + "a[" + linear(scope) + "] = " + name + "[" + linear(scope) + "];\n}\n";
    }

    private String update(String scope) {
        String at = linear(scope);
        return switch (random.nextInt(6)) {
            case 0 -> "h[" + at + "] += " + value(scope, 1) + ";\n";
            case 1 -> "g[" + at + "]++;\n";
            case 2 -> "c[" + at + "] <<= 1;\n";
            case 3 -> "a[" + at + "] -= " + value(scope, 1) + ";\n";
            case 4 -> "r[" + linear(scope) + "][" + at + "] *= " + value(scope, 1) + ";\n";
            default -> "z[" + at + "] ^= " + condition(scope) + ";\n";
        };
    }

    private String own(String scope) {
        String name = "t" + variables++;
        return "{ int[] "
                + name
                + " = new int[4];\n"
                + ("for (int e = 0; e < 4; e++) "
                        + name
                        + "[e] = a["
                        + linear(scope + ",e")
                        + "];\n")
                + ("put(" + name + ", (" + linear(scope) + ") & 3, " + value(scope, 1) + ");\n")
                + ("a[" + linear(scope) + "] = " + name + "[1] + " + name + "[2];\n}\n");
    }

    private String sum(String scope) {
        String name = "v" + variables++;
        String j = "j" + variables++;
        return "{ int "
                + name
                + " = "
                + value(scope, 1)
                + ";\n"
                + ("for (int " + j + " = 0; " + j + " < m; " + j + "++) ")
                + (name + " = " + name + " * 3 + " + value(scope + "," + j, 1) + ";\n")
                + ("o.x += " + name + ";\n").repeat(random.nextInt(2))
                + ("a[" + linear(scope) + "] = " + name + " + " + value(scope, 1) + ";\n}\n");
    }

    private String loop(String scope) {
        String j = "j" + variables++;
        String high =
                random.nextBoolean() ? "m" : random.nextBoolean() ? "i" : "" + random.nextInt(5);
        String inside = scope + "," + j;
        String head =
                random.nextInt(3) == 0
                        ? "for (int # = HIGH; # > 0; #--) {\n"
                        : "for (int # = 0; # < HIGH; #++) {\n";
        return head.replace("#", j).replace("HIGH", high) + statement(inside) + "}\n";
    }

    private String segment() {
        return random.nextBoolean() ? "s" : "t";
    }

    private String value(String scope, int nested) {
        String at = linear(scope);
        return switch (random.nextInt(nested > 2 ? 6 : 17)) {
            case 0 -> "(" + linear(scope) + ")";
            case 1 -> "a[" + at + "]";
            case 2 -> "r[" + linear(scope) + "][" + at + "]";
            case 3 -> "o.x";
            case 4 -> "" + (random.nextInt(200) - 100);
            case 5 -> "h[" + at + "]";
            case 6 -> segment() + ".getAtIndex(JAVA_INT, " + at + ")";
            case 7 -> segment() + ".get(JAVA_BYTE, " + at + ")";
            case 8 -> "(c[" + at + "] >>> 1)";
            case 9 -> "(z[" + at + "] ? 1 : " + value(scope, nested + 1) + ")";
            case 10 -> "(" + value(scope, nested + 1) + " * " + value(scope, nested + 1) + ")";
            case 11 -> "(" + value(scope, nested + 1) + " + " + value(scope, nested + 1) + ")";
            case 12 -> "twice(" + value(scope, nested + 1) + ")";
            case 13 -> "(int) d[" + at + "]";
            case 14 -> "(" + condition(scope) + " ? " + value(scope, nested + 1) + " : " + at + ")";
            case 15 -> "(" + value(scope, nested + 1) + " >> " + random.nextInt(35) + ")";
            default -> "(int) ((long) " + value(scope, nested + 1) + " * g[" + at + "] >>> 3)";
        };
    }

    private String condition(String scope) {
        return switch (random.nextInt(5)) {
            case 0 -> variable(scope) + " % 3 == 1";
            case 1 -> "z[" + linear(scope) + "]";
            case 2 -> "a[" + linear(scope) + "] > " + random.nextInt(30);
            case 3 -> linear(scope) + " < n && " + variable(scope) + " != 2";
            default -> linear(scope) + " < " + linear(scope);
        };
    }

    private String linear(String scope) {
        String text = "" + random.nextInt(8);
        for (String variable : scope.split(",")) {
            if (random.nextInt(4) > 0) {
                int factor = random.nextInt(7) == 0 ? -1 : 1 + random.nextInt(2);
                text += factor < 0 ? " - " + variable : " + " + factor + " * " + variable;
            }
        }
        return text;
    }

    private String variable(String scope) {
        String[] all = scope.split(",");
        return all[random.nextInt(all.length)];
    }
}
