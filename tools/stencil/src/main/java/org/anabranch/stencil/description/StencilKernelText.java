package org.anabranch.stencil.description;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A tokenizer for OpenCL C without compilation. It reads words and punctuation in one pass, in time
 * linear in the text's length.
 */
final class StencilKernelText {
    private final String text;
    private int at;

    private StencilKernelText(String text) {
        this.text = text;
    }

    /** {@return the names of the kernel functions, in order} */
    static List<String> functions(String text) {
        StencilKernelText code = new StencilKernelText(text);
        List<String> names = new ArrayList<>();
        String token = code.next();
        while (!token.isEmpty()) {
            if (!token.equals("kernel") && !token.equals("__kernel")) {
                token = code.next();
                continue;
            }
            token = code.beyondAttributes();
            if (token.equals("void")) {
                String name = code.beyondAttributes();
                token = code.next();
                if (token.equals("(") && isWord(name) && !names.contains(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /**
     * {@return the tokens of each parameter of a kernel function, without attributes; empty if
     * there is no such function, or several of that name}
     */
    static Optional<List<List<String>>> parameters(String text, String function) {
        StencilKernelText code = new StencilKernelText(text);
        List<List<List<String>>> found = new ArrayList<>();
        String token = code.next();
        while (!token.isEmpty()) {
            boolean kernel = token.equals("kernel") || token.equals("__kernel");
            token = kernel ? code.beyondAttributes() : code.next();
            if (kernel && token.equals("void") && code.beyondAttributes().equals(function)) {
                token = code.next();
                if (token.equals("(")) {
                    found.add(code.list());
                }
            }
        }
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** Reads a list of parameters up to its closing parenthesis. */
    private List<List<String>> list() {
        List<List<String>> parameters = new ArrayList<>(List.of(new ArrayList<>()));
        int depth = 1;
        while (true) {
            String token = beyondAttributes();
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            if (depth == 0 || token.isEmpty()) {
                return parameters;
            }
            if (token.equals(",") && depth == 1) {
                parameters.add(new ArrayList<>());
            } else {
                parameters.getLast().add(token);
            }
        }
    }

    /**
     * {@return the definitions of macros without parameters and of types, with all alternatives}
     */
    static Map<String, List<List<String>>> definitions(String text) {
        StencilKernelText code = new StencilKernelText(text);
        Map<String, List<List<String>>> found = new HashMap<>();
        String before = "";
        for (String token = code.next(); !token.isEmpty(); token = code.next()) {
            if (before.equals("#") && token.equals("define")) {
                String name = code.next();
                if (!text.startsWith("(", code.at)) {
                    add(found, name, new StencilKernelText(code.line()).rest(""));
                }
            } else if (token.equals("typedef")) {
                List<String> words = code.rest(";");
                if (!words.isEmpty() && !words.contains("{")) {
                    add(found, words.removeLast(), words);
                }
            }
            before = token;
        }
        return found;
    }

    private static void add(
            Map<String, List<List<String>>> all, String name, List<String> meaning) {
        all.computeIfAbsent(name, any -> new ArrayList<>()).add(meaning);
    }

    /** {@return the tokens up to a given one, or to the end} */
    private List<String> rest(String last) {
        List<String> tokens = new ArrayList<>();
        for (String token = next(); !token.isEmpty() && !token.equals(last); token = next()) {
            tokens.add(token);
        }
        return tokens;
    }

    /** {@return the rest of a line and its continuation lines} */
    private String line() {
        int from = at;
        do {
            int found = text.indexOf('\n', at);
            at = found < 0 ? text.length() : found + 1;
        } while (at < text.length() && text.startsWith("\\", at - 2));
        return text.substring(from, at).replace("\\\n", " ");
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && Character.isJavaIdentifierStart(token.charAt(0));
    }

    /** {@return the first token after any attributes, whose parentheses may be nested} */
    private String beyondAttributes() {
        String token = next();
        while (token.equals("__attribute__")) {
            int depth = 0;
            do {
                token = next();
                depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            } while (depth > 0 && !token.isEmpty());
            token = next();
        }
        return token;
    }

    /**
     * {@return the next word, or one other character, or an empty text at the end; comments are
     * skipped}
     */
    private String next() {
        skip();
        int from = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        if (at == from && at < text.length()) {
            at++;
        }
        return text.substring(from, at);
    }

    private void skip() {
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                at = end("\n");
            } else if (text.startsWith("/*", at)) {
                at = end("*/");
            } else if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else {
                return;
            }
        }
    }

    private int end(String mark) {
        int found = text.indexOf(mark, at + 2);
        return found < 0 ? text.length() : found + mark.length();
    }
}
