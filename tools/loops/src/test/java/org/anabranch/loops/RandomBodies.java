package org.anabranch.loops;

import java.util.Random;

/**
 * Random loop bodies as Java source. An access is written {@code @r{array|index}} or {@code
 * @w{array|index}}, to be compiled plainly or with a recorder.
 */
final class RandomBodies {
    private static final String[] ARRAYS = {"a", "b", "f", "g", "l", "d"};
    private static final String BESIDE =
            """
            static int larger(int x, int y) { return x > y ? x : y; }
            static long larger(long x, long y) { return x > y ? x : y; }
            static float larger(float x, float y) { return x > y ? x : y; }
            static double larger(double x, double y) { return x > y ? x : y; }
            static int smaller(int x, int y) { if (x <= y) return x; return y; }
            static long smaller(long x, long y) { if (x <= y) return x; return y; }
            static float smaller(float x, float y) { if (x <= y) return x; return y; }
            static double smaller(double x, double y) { if (x <= y) return x; return y; }
            static int kept(int x, int y) { return y; }
            static long kept(int x, long y) { return y; }
            static float kept(int x, float y) { return y; }
            static double kept(int x, double y) { return y; }
            record Pair(int x, int y) {
              Pair swap() { return new Pair(y, x + 1); }
              Pair plus(Pair o) { return x > 50 ? o : new Pair(x + o.x, y - o.y); }
            }
            static class Step {
              int at = 1;
              int next(int limit) {
                if (at > limit) return at = 0;
                return at += 2;
              }
            }
            """;

    private final Random random;
    private int variables;
    private int depth;

    /** Statements before the body, whose variables it captures. */
    private final StringBuilder before = new StringBuilder();

    RandomBodies(long seed) {
        this.random = new Random(seed);
    }

    /** A class with {@code count} bodies over the arrays of {@link BodyData}. */
    String source(String name, int count, boolean recorded) {
        StringBuilder text = new StringBuilder("import org.anabranch.loops.*;\npublic class ");
        text.append(name).append(" {\n").append(BESIDE);
        for (int body = 0; body < count; body++) {
            String several = body();
            // in one line, places of one name differ in nothing that people see
            String code = body % 2 == 0 ? several : several.replace('\n', ' ');
            text.append("static LongBody b" + body + "(Object[] x, int n, int m) {\n")
                    .append(declarations())
                    .append(plain(before.toString(), recorded))
                    .append("return i0 -> { int i = (int) i0;\n")
                    .append(plain(code, recorded))
                    .append("};\n}\n");
        }
        text.append(
                "public static LongBody body(int k, Object[] x, int n, int m) { switch (k) {\n");
        for (int body = 0; body < count; body++) {
            text.append("case " + body + ": return b" + body + "(x, n, m);\n");
        }
        return text.append("default: return null; } } }\n").toString();
    }

    private static String declarations() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < BodyData.NAMES.length; k++) {
            String name = BodyData.NAMES[k];
            String type = name.substring(0, name.indexOf(' '));
            text.append(name + " = (" + type + ") x[" + k + "];\n");
        }
        return text.toString();
    }

    private static String plain(String body, boolean recorded) {
        String text = body;
        while (true) {
            int at = text.lastIndexOf("@");
            if (at < 0) {
                return text;
            }
            int bar = text.indexOf('|', at);
            int end = text.indexOf('}', at);
            String array = text.substring(at + 3, bar);
            String index = text.substring(bar + 1, end);
            boolean write = text.charAt(at + 1) == 'w';
            String rest = text.substring(end + 1);
            String place = array + "[" + index + "]";
            if (recorded) {
                place = array + "[Recorder.at(" + array + ", " + index + ", " + write + ")]";
            }
            if (recorded && write) {
                place = "{ " + place;
                rest = rest.replaceFirst(";", "; Recorder.done(); }");
            }
            text = text.substring(0, at) + place + rest;
        }
    }

    private String body() {
        variables = 0;
        depth = 0;
        before.setLength(0);
        StringBuilder text = new StringBuilder();
        int count = 1 + random.nextInt(3);
        for (int s = 0; s < count; s++) {
            text.append(statement("i"));
        }
        return text.toString();
    }

    private String statement(String scope) {
        int kind = random.nextInt(depth > 2 ? 6 : 28);
        return switch (kind) {
            case 0, 1, 2, 3 -> store(scope);
            case 4 -> update(scope);
            case 5 -> variableOf(scope);
            case 6, 7 -> loop(scope);
            case 8 -> "if (" + condition(scope) + ") {\n" + deeper(scope) + "}\n";
            case 9 ->
                    "if ("
                            + condition(scope)
                            + ") {\n"
                            + deeper(scope)
                            + "} else {\n"
                            + deeper(scope)
                            + "}\n";
            case 12 -> ownArray(scope);
            case 13 -> ownObject(scope);
            case 14 -> select(scope);
            case 15 -> labelled(scope);
            case 16, 17, 18, 19, 20 -> {
                int number = variables++;
                yield new RandomExtremes(
                                random, number, () -> linear(scope), () -> condition(scope))
                        .text();
            }
            case 21, 22, 23 -> knownObject(scope);
            case 24 -> handler(scope);
            case 25, 26 -> counter(scope);
            case 27 -> trialDivision(scope);
            case 10 -> "if (" + condition(scope) + ") return;\n" + store(scope);
            default -> whileLoop(scope);
        };
    }

    private String variableOf(String scope) {
        String name = "v" + variables++;
        String set = "{ int " + name + " = " + linear(scope) + ";\n";
        return set + store(scope + "," + name) + "}\n";
    }

    private String handler(String scope) {
        String text = "try {\n" + deeper(scope) + "} catch (IndexOutOfBoundsException e) {\n";
        return text + store(scope) + "}\n";
    }

    /** An array that the iteration makes. */
    private String ownArray(String scope) {
        int number = variables++;
        int size = 1 << random.nextInt(3);
        String more =
                random.nextInt(3) == 0 ? "for (int u# = 0; u# < m; u#++) t#[u# &] += u#;\n" : "";
        String text =
                ("{ int[] t# = new int[" + size + "];\n")
                        + ("t#[(" + linear(scope) + ") &] = (int) (" + value(scope, 1) + ");\n")
                        + more
                        + ("@w{a|" + subscript(scope) + "} = ")
                        + ("t#[(" + variable(scope) + ") &] + t#.length;\n}\n");
        return text.replace("#", "" + number).replace("&]", "& " + (size - 1) + "]");
    }

    /** Objects that the iteration makes. */
    private String ownObject(String scope) {
        int number = variables++;
        String target = "@w{" + ARRAYS[random.nextInt(2)] + "|" + subscript(scope) + "} = ";
        if (random.nextBoolean()) {
            String text =
                    "{ Step o# = new Step();\nint k# = 0;\n"
                            + ("while (k# < m) { o#.next(k# + " + linear(scope) + "); k#++; }\n")
                            + (target + "o#.at + 3 * o#.next(5);\n}\n");
            return text.replace("#", "" + number);
        }
        String make = "new Pair((int) (" + value(scope, 2) + "), " + linear(scope) + ")";
        String change =
                switch (random.nextInt(4)) {
                    case 0 -> "if (" + condition(scope) + ") o# = o#.swap();\n";
                    case 1 ->
                            "for (int u# = 0; u# < m; u#++) "
                                    + "o# = u# % 2 == 0 ? o#.plus(o#) : o#.swap();\n";
                    case 2 ->
                            "Pair q# = o#; o# = o#.swap(); if ("
                                    + condition(scope)
                                    + ") o# = q#;\n";
                    default -> "o# = o#.plus(" + make + ");\n";
                };
        String text = "{ Pair o# = " + make + ";\n" + change;
        return (text + target + "o#.x() * 3 + o#.y();\n}\n").replace("#", "" + number);
    }

    /** Boxed numbers, lambdas and records, of which the classes are known. */
    private String knownObject(String scope) {
        int number = variables++;
        String target = "@w{" + ARRAYS[random.nextInt(2)] + "|" + subscript(scope) + "} = ";
        String linear = linear(scope);
        String value = "(int) (" + value(scope, 2) + ")";
        String text =
                switch (random.nextInt(6)) {
                    case 0 ->
                            ("Integer z# = " + value + "; Long y# = (long) (" + linear + ");\n")
                                    + ("for (int u# = 0; u# < m; u#++) z# += u#;\n")
                                    + (target + "z#.equals(3) ? 1 : z# + y#.intValue();\n");
                    case 1 ->
                            ("interface F# { int of(int x); }\nint c# = " + value + ";\n")
                                    + ("F# f# = w# -> w# * 3 + c#;\n")
                                    + (target + "f#.of(f#.of(" + linear + ") & 7);\n");
                    case 2 ->
                            "interface F# { void to(int x); }\n"
                                    + "F# f# = w# -> { @w{b|w#} = w# + m; };\n"
                                    + ("f#.to(" + subscript(scope) + ");\n");
                    case 3 -> {
                        before.append("interface G# { int of(int x); default int two(int x) {")
                                .append(" return of(x) * 2; } }\nG# g# = w# -> w# > 9 ?")
                                .append(" @r{a|w# & 15} : w# - m;\n");
                        yield target + "g#.of(" + linear + ") + g#.two(" + value + ");\n";
                    }
                    case 4 -> {
                        before.append("interface G# { void to(int x, int y); }\n")
                                .append("G# g# = (w#, h#) -> { @w{a|w#} = h#; };\n");
                        yield "g#.to(" + subscript(scope) + ", " + value + ");\n";
                    }
                    default ->
                            ("Object o# = new Pair(" + value + ", " + linear + ");\n")
                                    + ("if (o# instanceof Pair(int x#, int y#) && ")
                                    + ("(" + condition(scope) + ")) " + target + "x# - y#;\n");
                };
        String declared = before.toString().replace("#", "" + number);
        before.setLength(0);
        before.append(declared);
        return "{ " + text.replace("#", "" + number) + "}\n";
    }

    private String select(String scope) {
        depth++;
        StringBuilder text = new StringBuilder("switch ((" + linear(scope) + ") & 3) {\n");
        for (int label = 0; label < 3; label++) {
            text.append("case " + label * 2 + ":\n").append(statement(scope));
            text.append(random.nextBoolean() ? "break;\n" : "");
        }
        depth--;
        return text + "default:\n}\n";
    }

    private String labelled(String scope) {
        String j = "j" + variables++;
        String inside = scope + "," + j + "," + j + "x";
        depth++;
        String text =
                "l#: for (int # = 0; # < 3; #++) { for (int #x = 0; #x < 3; #x++) {\n"
                                .replace("#", j)
                        + ("if (" + condition(inside) + ") ")
                        + ((random.nextBoolean() ? "break l" : "continue l") + j + ";\n")
                        + (statement(inside) + "} }\n");
        depth--;
        return text;
    }

    private String deeper(String scope) {
        depth++;
        String text = statement(scope);
        depth--;
        return text;
    }

    private String loop(String scope) {
        String j = "j" + variables++;
        String low = random.nextInt(3) == 0 ? linear(scope) : "" + random.nextInt(3);
        String bound =
                switch (random.nextInt(4)) {
                    case 0 -> "" + random.nextInt(6);
                    case 1 -> "m";
                    case 2 -> "i";
                    default -> linear(scope);
                };
        String head =
                switch (random.nextInt(5)) {
                    case 0 -> "for (int J = BOUND; J > LOW; J--)";
                    case 1 -> "for (int J = LOW; J < BOUND; J += 2)";
                    case 2 -> "for (int J = LOW; J <= BOUND; J++)";
                    default -> "for (int J = LOW; J < BOUND; J++)";
                };
        head = head.replace("J", j).replace("LOW", low).replace("BOUND", bound);
        depth++;
        String inside = scope + "," + j;
        String exit = "";
        int more = random.nextInt(8);
        if (more == 0) {
            exit = "if (" + condition(inside) + ") break;\n";
        } else if (more == 1) {
            exit = "if (" + condition(inside) + ") continue;\n";
        }
        String text = head + " {\n" + exit + statement(inside) + "}\n";
        depth--;
        return text;
    }

    private String whileLoop(String scope) {
        String k = "k" + variables++;
        depth++;
        String inside = statement(scope + "," + k);
        depth--;
        String step = k + " += " + (1 + random.nextInt(2)) + ";\n";
        String bound = random.nextBoolean() ? "m" : "" + (1 + random.nextInt(5));
        return random.nextBoolean()
                ? "{ int "
                        + k
                        + " = 0; while ("
                        + k
                        + " < "
                        + bound
                        + ") {\n"
                        + inside
                        + step
                        + "} }\n"
                : "{ int "
                        + k
                        + " = 0; do {\n"
                        + inside
                        + step
                        + "} while ("
                        + k
                        + " < "
                        + bound
                        + "); }\n";
    }

    /** A loop with a counter beside its own, which is stepped in several places. */
    private String counter(String scope) {
        String c = "c" + variables++;
        String u = c + "u";
        depth += 2;
        String inside = scope + "," + c;
        String step = c + (random.nextInt(4) == 0 ? " -= " : " += ");
        String by = step + (random.nextInt(3) == 0 ? "m" : "" + (1 + random.nextInt(3))) + ";\n";
        String other = random.nextInt(4) == 0 ? c + "++;\n" : by;
        String test = "if (" + condition(inside) + ") ";
        String body =
                switch (random.nextInt(6)) {
                    case 0 -> test + "{\n" + by + store(inside) + "} else {\n" + other + "}\n";
                    case 1 -> test + "{\n" + by + "continue;\n}\n" + store(inside) + other;
                    case 2 -> test + "{\n" + by + "break;\n}\n" + store(inside) + other;
                    case 3 -> by + store(inside) + other;
                    case 4 -> test + by + store(inside);
                    default ->
                            ("for (int U = LOW; U < 4; U += STEP) {\n")
                                            .replace("U", u)
                                            .replace("LOW", random.nextInt(4) == 0 ? "i" : "0")
                                            .replace("STEP", "" + (1 + random.nextInt(3)))
                                    + (store(inside + "," + u) + by + "}\n")
                                    + (random.nextInt(3) == 0 ? other : "");
                };
        depth -= 2;
        String first = random.nextBoolean() ? linear(scope) : "i * " + (1 + random.nextInt(9));
        return "{ int "
                + (c + " = " + first + ";\n")
                + ("for (int J = 0; J < 3; J++) {\n").replace("J", c + "j")
                + (body + "}\n")
                + (random.nextBoolean() ? store(inside) : "")
                + "}\n";
    }

    /** A loop that a square ends, as in trial division. */
    private String trialDivision(String scope) {
        String q = "q" + variables++;
        String limit = random.nextInt(3) == 0 ? "@r{a|i}" : linear(scope);
        String square = random.nextInt(3) == 0 ? "(long) Q * Q" : "Q * Q";
        String order = random.nextInt(3) == 0 ? " < " : " <= ";
        depth++;
        String text =
                ("{ int Qx = " + random.nextInt(3) + ";\n")
                        + ("for (int Q = LOW; " + square + order + limit + "; Q += STEP) {\n")
                        + "if ((LINEAR) % Q == 0) { Qx = Q; break; }\n"
                        + (random.nextInt(3) == 0 ? store(scope + ",Q") : "")
                        + "}\n"
                        + (store(scope) + "@w{b|i} = Qx;\n}\n");
        depth--;
        return text.replace("LOW", "" + (1 + random.nextInt(3)))
                .replace("STEP", "" + (1 + random.nextInt(2)))
                .replace("LINEAR", linear(scope))
                .replace("Q", q);
    }

    private String store(String scope) {
        String array = ARRAYS[random.nextInt(6)];
        String cast =
                switch (array) {
                    case "g" -> "(byte) (";
                    case "f" -> "(float) (";
                    case "l" -> "(long) (";
                    case "d" -> "(";
                    default -> "(int) (";
                };
        return "@w{" + array + "|" + subscript(scope) + "} = " + cast + value(scope, 0) + ");\n";
    }

    private String update(String scope) {
        String array = ARRAYS[random.nextInt(2)];
        String at = subscript(scope);
        return "@w{"
                + array
                + "|"
                + at
                + "} = @r{"
                + array
                + "|"
                + at
                + "} "
                + "+-*^|&".charAt(random.nextInt(6))
                + " (int) ("
                + value(scope, 1)
                + ");\n";
    }

    private String value(String scope, int nested) {
        return switch (random.nextInt(nested > 2 ? 3 : 8)) {
            case 0 -> linear(scope);
            case 1, 2 -> "@r{" + ARRAYS[random.nextInt(6)] + "|" + subscript(scope) + "}";
            case 3 -> "(" + value(scope, nested + 1) + " * " + value(scope, nested + 1) + ")";
            case 4 ->
                    "Math.max(" + value(scope, nested + 1) + ", " + value(scope, nested + 1) + ")";
            case 5 ->
                    "("
                            + condition(scope)
                            + " ? "
                            + value(scope, nested + 1)
                            + " : "
                            + value(scope, nested + 1)
                            + ")";
            case 6 -> "(" + value(scope, nested + 1) + " / 3)";
            default -> "(" + value(scope, nested + 1) + " + " + value(scope, nested + 1) + ")";
        };
    }

    private String subscript(String scope) {
        return switch (random.nextInt(12)) {
            case 0 -> "p[" + variable(scope) + " & 31]";
            case 1 -> "(" + linear(scope) + ") / 2";
            case 2 -> "(" + linear(scope) + ") % 7";
            case 3 -> "(" + linear(scope) + ") & 15";
            case 4 -> "(" + linear(scope) + ") >> 1";
            case 5 -> "" + random.nextInt(40);
            case 6 -> "i * m + " + variable(scope);
            case 7 -> "i";
            default -> linear(scope);
        };
    }

    private String linear(String scope) {
        String text = "" + (random.nextInt(8) == 0 ? -random.nextInt(4) : random.nextInt(9));
        for (String variable : scope.split(",")) {
            if (random.nextInt(3) > 0) {
                int factor = random.nextInt(6) == 0 ? -1 : 1 + random.nextInt(3);
                text += factor < 0 ? " - " + variable : " + " + factor + " * " + variable;
            }
        }
        return text;
    }

    private String variable(String scope) {
        String[] all = scope.split(",");
        return all[random.nextInt(all.length)];
    }

    private String condition(String scope) {
        String order = new String[] {"<", "<=", ">", ">=", "==", "!="}[random.nextInt(6)];
        return switch (random.nextInt(6)) {
            case 0 -> variable(scope) + " % 2 == " + random.nextInt(2);
            case 1 -> "@r{a|" + subscript(scope) + "} " + order + " 3";
            case 2 ->
                    linear(scope)
                            + " "
                            + order
                            + " "
                            + linear(scope)
                            + (random.nextBoolean() ? " && " : " || ")
                            + linear(scope)
                            + " < n";
            default -> linear(scope) + " " + order + " " + linear(scope);
        };
    }
}
