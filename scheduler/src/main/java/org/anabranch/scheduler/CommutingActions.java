package org.anabranch.scheduler;

import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Lets actions that commute run one at a time on each range, in whatever order they are ready. All
 * ranges are taken at once or none, so no two actions wait for each other.
 */
final class CommutingActions {
    /** Guarded by this. */
    private final List<Action> inside = new ArrayList<>();

    /** Ready, but in the way of one inside; guarded by this. */
    private final List<Action> waiting = new ArrayList<>();

    /** True if the ready action may go on; else it is made ready again later. */
    boolean enter(Action action) {
        if (!action.reduces()) {
            return true;
        }
        synchronized (this) {
            if (inside.contains(action)) {
                return true;
            }
            for (Action other : inside) {
                if (conflict(action, other)) {
                    waiting.add(action);
                    return false;
                }
            }
            inside.add(action);
            return true;
        }
    }

    /**
     * The action has settled, and the directories know how, so that the next one finds what it left
     * undefined; its operands are still there.
     */
    void exit(Action action) {
        if (!action.reduces()) {
            return;
        }
        List<Action> next;
        synchronized (this) {
            if (!inside.remove(action)) {
                return;
            }
            next = List.copyOf(waiting);
            waiting.clear();
        }
        next.forEach(ReadyQueue::add);
    }

    private static boolean conflict(Action one, Action other) {
        for (Operand a : one.operands) {
            for (Operand b : other.operands) {
                if (a.mode() == Mode.REDUCE
                        && b.mode() == Mode.REDUCE
                        && a.range().buffer() == b.range().buffer()
                        && overlap(
                                a.range().region(),
                                b.range().region(),
                                a.range().buffer().shape())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean overlap(Region a, Region b, Shape shape) {
        return Box.of(a, shape).stream()
                .anyMatch(box -> Box.of(b, shape).stream().anyMatch(box::overlaps));
    }
}
