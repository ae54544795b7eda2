package org.anabranch.shell.output;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sentences for people. */
public final class Wording {
    private static final String INDENT = "    ";

    private Wording() {}

    /**
     * {@return " Did you mean 'x'?" where a known word is close to the one given, or an empty
     * string}
     */
    public static String didYouMean(String given, Collection<String> known) {
        return nearest(given, known).map(word -> " Did you mean '" + word + "'?").orElse("");
    }

    /** {@return the known word that takes the fewest changes, if it is a likely slip} */
    public static Optional<String> nearest(String given, Collection<String> known) {
        String best = null;
        int fewest = Math.max(1, given.length() / 3) + 1;
        for (String word : known) {
            int changes = changes(given.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT));
            if (changes < fewest) {
                fewest = changes;
                best = word;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Edit distance with neighbours swapped as one change (optimal string alignment). */
    private static int changes(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, cost);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] cost) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }

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
