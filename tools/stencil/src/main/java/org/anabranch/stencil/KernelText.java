package org.anabranch.stencil;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be seen in OpenCL C without compiling it: words and punctuation, read once from front to
 * back, so that no text takes longer than its length.
 */
final class KernelText {
    private final String text;
    private int at;

    private KernelText(String text) {
        this.text = text;
    }

    /** {@return the names of the kernel functions, in order} */
    static List<String> functions(String text) {
        KernelText code = new KernelText(text);
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

    /** {@return a word, or one other character, or nothing at the end; comments are skipped} */
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
