package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several vectors computed side by side. The inner loop of one vector waits for its own previous
 * result; meanwhile a processor can work on the other vectors. The text of one vector is written
 * with markers, and replicated.
 *
 * @param count number of vectors
 */
record Copies(int count) {
    /** The marker after a vector's name. */
    static final String MARK = "@";

    /** The largest number of vectors side by side. */
    static final int MOST = 4;

    private static final Pattern FURTHER = Pattern.compile("@([A-Z])\\[(-?\\d+)]");
    private static final int MOST_STATEMENTS = 40;

    /** Returns the text added to a pointer for the elements of the next vectors. */
    static String further(int distance) {
        return "@P[" + distance + "]";
    }

    /** Returns the text added to lane 0's value for that of the next vectors. */
    static String further(Kind kind, long distance) {
        return (kind == Kind.INT ? "@I[" : "@L[") + distance + "]";
    }

    /** Returns a line for each vector, or the line itself if it has no marker. */
    List<String> of(String line) {
        if (!line.contains(MARK)) {
            return List.of(line);
        }
        return vectors(line).toList();
    }

    /** Returns one expression that joins the texts of all vectors by an operator. */
    String all(String text, String operator) {
        return vectors(text).collect(Collectors.joining(operator));
    }

    private Stream<String> vectors(String text) {
        return IntStream.range(0, count)
                .mapToObj(
                        copy ->
                                FURTHER.matcher(text)
                                        .replaceAll(found -> further(found, copy))
                                        .replace(MARK, count == 1 ? "" : "_c" + copy));
    }

    private static String further(MatchResult found, int copy) {
        long distance = copy * Long.parseLong(found.group(2));
        if (copy == 0) {
            return "";
        }
        return switch (found.group(1)) {
            case "I" -> " + " + Integer.toUnsignedString((int) distance) + "u";
            case "L" -> " + " + Long.toUnsignedString(distance) + "ul";
            default -> " + " + distance;
        };
    }

    /**
     * Returns the useful number of vectors: if there is an inner loop, as many as the registers
     * hold.
     */
    static int wanted(List<Statement> body, Shapes shapes) {
        if (body.stream().noneMatch(Statement.Repeat.class::isInstance)
                || Statement.all(body).size() > MOST_STATEMENTS) {
            return 1;
        }
        long carried =
                Variables.assigned(body).keySet().stream()
                        .filter(local -> isCarried(local, body, shapes))
                        .count();
        return carried <= 1 ? MOST : carried <= 4 ? 2 : 1;
    }

    private static boolean isCarried(Local local, List<Statement> body, Shapes shapes) {
        return shapes.of(local).varying() && !Variables.temporaries(body).contains(local);
    }
}
