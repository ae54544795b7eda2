package org.anabranch.examples.halo;

import org.anabranch.api.Event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The run times of actions, from their events. An end is the time at which the event settled. A
 * beginning is the time at which the event was first seen running, or the end of the action that it
 * waited for. The polling interval, and so the resolution, is a tenth of a millisecond. One thread
 * adds actions.
 */
final class ActionTimeline {
    private static final long LOOK_NANOS = 100_000;

    private final List<Span> spans = new ArrayList<>();
    private final long start = System.nanoTime();

    /** An action. Beginning and end are in nanoseconds since the start, 0 if not seen. */
    private static final class Span {
        final int rank;
        final String name;
        final Event event;
        volatile long begin;
        volatile long end;

        Span(int rank, String name, Event event) {
            this.rank = rank;
            this.name = name;
            this.event = event;
        }
    }

    /** Adds an action; {@code after} is the action whose end it begins with, or null. */
    void add(int rank, String name, Event event, Event after) {
        Span span = new Span(rank, name, event);
        spans.add(span);
        if (after != null) {
            after.onSettled(settled -> span.begin = now());
        }
        event.onSettled(settled -> span.end = now());
    }

    private long now() {
        return System.nanoTime() - start;
    }

    /** Polls the events until all have settled; returns the time of the last end. */
    long watch() {
        List<Span> open = new ArrayList<>(spans);
        while (!open.isEmpty()) {
            for (Span span : open) {
                if (span.begin == 0 && span.event.state() == Event.State.RUNNING) {
                    span.begin = now();
                }
            }
            open.removeIf(span -> span.end != 0);
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return spans.stream().mapToLong(span -> span.end).max().orElse(0);
    }

    /**
     * Draws a line for each kind of action of each rank.
     *
     * @param from first nanosecond
     * @param to last nanosecond
     * @param width characters
     */
    List<String> draw(long from, long to, int width) {
        Map<String, char[]> lines = new TreeMap<>();
        for (Span span : spans) {
            String label = String.format(Locale.ROOT, "rank %d %-10s", span.rank, span.name);
            char[] line = lines.computeIfAbsent(label, first -> " ".repeat(width).toCharArray());
            long begin = span.begin == 0 ? span.end : Math.min(span.begin, span.end);
            if (span.end >= from && begin <= to) {
                int left = column(begin, from, to, width);
                int right = column(span.end, from, to, width);
                Arrays.fill(line, left, right + 1, mark(span.name));
            }
        }
        List<String> drawn = new ArrayList<>();
        lines.forEach((label, line) -> drawn.add(label + " |" + new String(line) + "|"));
        return drawn;
    }

    private static int column(long time, long from, long to, int width) {
        double share = (time - from) / (double) Math.max(1, to - from);
        return (int) Math.clamp(share * width, 0, width - 1);
    }

    private static char mark(String name) {
        return switch (name) {
            case "interior" -> '=';
            case "lower", "upper" -> '#';
            default -> '-';
        };
    }
}
