package org.anabranch.opencl.kernel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The size of the arrays in private memory that a kernel's code declares. On a processor they are
 * on the stack of a thread, whose overflow ends the process, and drivers do not report it. Arrays
 * whose length is no constant expression that is understood here do not count.
 */
final class PrivateArrays {
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "__local",
                    "local",
                    "__global",
                    "global",
                    "__constant",
                    "constant",
                    "typedef",
                    "extern",
                    "(");

    /** Binary operators by precedence, the weakest first. */
    private static final List<Set<String>> OPERATORS =
            List.of(
                    Set.of("|"),
                    Set.of("^"),
                    Set.of("&"),
                    Set.of("<<", ">>"),
                    Set.of("+", "-"),
                    Set.of("*", "/", "%"));

    private static final int POINTER_BYTES = 8;
    private static final int UNKNOWN_BYTES = 4;
    private static final int DEEPEST = 64;

    private final Map<String, List<String>> macros;
    private List<String> tokens;
    private int at;
    private int depth;

    /**
     * Prepares the search.
     *
     * @param macros the definitions of macros
     */
    PrivateArrays(Map<String, List<String>> macros) {
        this.macros = macros;
    }

    /** Returns the bytes of all arrays that some code declares. */
    long bytes(List<String> code) {
        long bytes = 0;
        int statement = 0;
        for (int i = 0; i + 2 < code.size(); i++) {
            String token = code.get(i);
            if (token.equals(";") || token.equals("{") || token.equals("}")) {
                statement = i + 1;
            } else if (isName(token)
                    && (isName(code.get(i + 1)) || code.get(i + 1).equals("*"))
                    && code.subList(statement, i).stream().noneMatch(ELSEWHERE::contains)) {
                bytes = Math.addExact(bytes, declared(code, i));
            }
        }
        return bytes;
    }

    /** Returns the bytes of the arrays among the variables that follow a type. */
    private long declared(List<String> code, int type) {
        long bytes = 0;
        int i = type + 1;
        while (i < code.size()) {
            long element = ParameterTypes.bytes(code.get(type)).orElse(UNKNOWN_BYTES);
            for (; i < code.size() && code.get(i).equals("*"); i++) {
                element = POINTER_BYTES;
            }
            i++;
            long count = 0;
            while (i < code.size() && code.get(i).equals("[")) {
                int end = end(code, i);
                long length = value(code.subList(i + 1, end)).orElse(0L);
                count = Math.multiplyExact(count == 0 ? 1 : count, Math.max(0, length));
                i = end + 1;
            }
            bytes = Math.addExact(bytes, Math.multiplyExact(element, count));
            int nested = 0;
            while (i < code.size() && !(nested == 0 && ",;".contains(code.get(i)))) {
                nested += "([{".contains(code.get(i)) ? 1 : ")]}".contains(code.get(i)) ? -1 : 0;
                i++;
            }
            if (i >= code.size() || code.get(i).equals(";")) {
                break;
            }
            i++;
        }
        return bytes;
    }

    private static int end(List<String> code, int open) {
        int nested = 0;
        for (int i = open; i < code.size(); i++) {
            nested += code.get(i).equals("[") ? 1 : code.get(i).equals("]") ? -1 : 0;
            if (nested == 0) {
                return i;
            }
        }
        return code.size();
    }

    private static boolean isName(String token) {
        return Character.isJavaIdentifierStart(token.charAt(0))
                && !token.equals("return")
                && !token.equals("else")
                && !token.equals("case")
                && !token.equals("goto");
    }

    /** Returns the value of a constant expression, if it is one that is understood. */
    private Optional<Long> value(List<String> expression) {
        List<String> outer = tokens;
        int outerAt = at;
        tokens = expression;
        at = 0;
        try {
            if (++depth > DEEPEST) {
                return Optional.empty();
            }
            long value = binary(0);
            return at == tokens.size() ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException | ArithmeticException | IndexOutOfBoundsException unknown) {
            return Optional.empty();
        } finally {
            depth--;
            tokens = outer;
            at = outerAt;
        }
    }

    private long binary(int level) {
        if (level == OPERATORS.size()) {
            return unary();
        }
        long left = binary(level + 1);
        for (String operator = operator();
                OPERATORS.get(level).contains(operator);
                operator = operator()) {
            at += operator.length();
            long right = binary(level + 1);
            left =
                    switch (operator) {
                        case "|" -> left | right;
                        case "^" -> left ^ right;
                        case "&" -> left & right;
                        case "<<" -> left << right;
                        case ">>" -> left >> right;
                        case "+" -> Math.addExact(left, right);
                        case "-" -> Math.subtractExact(left, right);
                        case "*" -> Math.multiplyExact(left, right);
                        case "/" -> left / right;
                        default -> left % right;
                    };
        }
        return left;
    }

    /** Returns the operator that comes next; each of its characters is a token. */
    private String operator() {
        if (at >= tokens.size()) {
            return "";
        }
        String first = tokens.get(at);
        boolean shift = first.equals("<") || first.equals(">");
        return shift && at + 1 < tokens.size() && tokens.get(at + 1).equals(first)
                ? first + first
                : first;
    }

    private long unary() {
        String token = tokens.get(at++);
        if (token.equals("-")) {
            return Math.negateExact(unary());
        }
        if (token.equals("(")) {
            long value = binary(0);
            if (!tokens.get(at++).equals(")")) {
                throw new NumberFormatException(token);
            }
            return value;
        }
        if (macros.containsKey(token)) {
            return value(macros.get(token)).orElseThrow(() -> new NumberFormatException(token));
        }
        return Long.decode(token.replaceAll("[uUlL]+$", ""));
    }
}
