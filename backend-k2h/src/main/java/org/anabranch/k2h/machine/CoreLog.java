package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.Span;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The states of one core, as a stack; recorded as adjacent spans. For that core, then for a reader.
 */
final class CoreLog {
    private record Frame(CoreState state, String task) {}

    private static final Frame BASE = new Frame(CoreState.SEARCH, "");

    private final Core core;
    private final List<Span> spans = new ArrayList<>();
    private final Deque<Frame> frames = new ArrayDeque<>(List.of(BASE));
    private double since;

    CoreLog(Core core) {
        this.core = core;
    }

    void begin(CoreState state, String task, double now) {
        cut(now);
        frames.push(new Frame(state, task));
    }

    void end(double now) {
        cut(now);
        frames.pop();
    }

    void mark(CoreState state, double from, double to) {
        cut(from);
        frames.push(new Frame(state, frames.getFirst().task));
        cut(to);
        frames.pop();
    }

    List<Span> spans(double now) {
        cut(now);
        return spans;
    }

    /** Adds the time since the last cut, to the last span if its state continues. */
    private void cut(double now) {
        if (now <= since) {
            return;
        }
        Frame top = frames.getFirst();
        Span last = spans.isEmpty() ? null : spans.getLast();
        double from = since;
        if (last != null && last.state() == top.state && last.task().equals(top.task)) {
            from = last.from();
            spans.removeLast();
        }
        spans.add(new Span(core, top.state, top.task, from, now));
        since = now;
    }
}
