package org.anabranch.spi.support;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggestions for words that a user has mistyped. */
public final class Spelling {
    private Spelling() {}

    /**
     * Returns a suggestion for a message.
     *
     * @param given the unknown word
     * @param known the words there are
     * @return " Did you mean 'x'?" if a known word is close to the one given, or an empty string
     */
    public static String didYouMean(String given, Collection<String> known) {
        return nearest(given, known).map(word -> " Did you mean '" + word + "'?").orElse("");
    }

    /**
     * Returns the known word that takes the fewest changes.
     *
     * @param given the unknown word
     * @param known the words there are
     * @return the word, empty if none is close enough to be meant
     */
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
}
