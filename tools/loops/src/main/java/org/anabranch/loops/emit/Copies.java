package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several vectors side by side: what each loop inside computes waits for itself, and a processor
 * works on the other vectors meanwhile. The text of one vector is written with marks, and copied.
 *
 * @param count of vectors
 */
record Copies(int count) {
    /** Behind the name of a vector. */
    static final String MARK = "@";

    /** More vectors than this are never side by side. */
    static final int MOST = 4;

    private static final Pattern FURTHER = Pattern.compile("@([A-Z])\\[(-?\\d+)]");
    private static final int MOST_STATEMENTS = 40;

    /** What is added to a pointer to get to the elements of the next vectors. */
    static String further(int distance) {
        return "@P[" + distance + "]";
    }

    /** What is added to a value of lane 0 to get that of the next vectors. */
    static String further(Kind kind, long distance) {
        return (kind == Kind.INT ? "@I[" : "@L[") + distance + "]";
    }

    /** A line for each vector, or the line itself if it is about none. */
    List<String> of(String line) {
        if (!line.contains(MARK)) {
            return List.of(line);
        }
        return vectors(line).toList();
    }

    /** What a text says of each vector, in one expression. */
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

    /** How many are of use: where a loop is inside, as many as registers will hold. */
    static int wanted(List<Statement> body, Shapes shapes) {
        if (body.stream().noneMatch(Statement.Repeat.class::isInstance)
                || size(body) > MOST_STATEMENTS) {
            return 1;
        }
        long carried =
                Temporaries.assigned(body).stream()
                        .filter(local -> isCarried(local, body, shapes))
                        .count();
        return carried <= 1 ? MOST : carried <= 4 ? 2 : 1;
    }

    private static boolean isCarried(Local local, List<Statement> body, Shapes shapes) {
        return shapes.of(local).varying() && !Temporaries.of(body).contains(local);
    }

    private static int size(List<Statement> statements) {
        int size = 0;
        for (Statement statement : statements) {
            size +=
                    switch (statement) {
                        case Statement.If choice ->
                                1 + size(choice.then()) + size(choice.otherwise());
                        case Statement.Repeat repeat -> 1 + size(repeat.body());
                        case Statement.Labelled block -> 1 + size(block.body());
                        default -> 1;
                    };
        }
        return size;
    }
}
