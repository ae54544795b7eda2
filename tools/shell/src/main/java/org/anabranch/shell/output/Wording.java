package org.anabranch.shell.output;

import java.util.stream.Collectors;

/** Sentences for people. */
public final class Wording {
    private static final String INDENT = "    ";

    private Wording() {}

    /** {@return numbers in ascending order with ranges, such as {@code 0-3, 8}} */
    public static String ranges(int[] numbers) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.length; ) {
            int end = i;
            while (end + 1 < numbers.length && numbers[end + 1] == numbers[end] + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(numbers[i]);
            text.append(end > i ? "-" + numbers[end] : "");
            i = end + 1;
        }
        return text.isEmpty() ? "none" : text.toString();
    }

    /** {@return the text, with lines that are too long broken between words} */
    public static String fitted(String text, int room) {
        return text.lines().map(line -> fittedLine(line, room)).collect(Collectors.joining("\n"));
    }

    private static String fittedLine(String line, int room) {
        StringBuilder text = new StringBuilder();
        String rest = line;
        while (rest.length() > room) {
            int cut = rest.lastIndexOf(' ', room);
            if (rest.substring(0, Math.max(0, cut)).isBlank()) {
                break; // one word
            }
            text.append(rest.substring(0, cut).stripTrailing()).append('\n');
            rest = INDENT + rest.substring(cut).stripLeading();
        }
        return text.append(rest).toString();
    }

    /** {@return the words in lines of a width, those after the first indented} */
    public static String wrapped(String first, int indent, String words, int width) {
        StringBuilder text = new StringBuilder(first);
        int column = first.length();
        boolean fresh = true;
        for (String word : words.strip().split("\\s+")) {
            if (!fresh && column + 1 + word.length() > width) {
                text.append('\n').append(" ".repeat(indent));
                column = indent;
                fresh = true;
            }
            text.append(fresh ? "" : " ").append(word);
            column += word.length() + (fresh ? 0 : 1);
            fresh = false;
        }
        return text.append('\n').toString();
    }
}
