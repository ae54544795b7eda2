package org.anabranch.scheduler.coherence;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ReadyQueue;
import org.anabranch.scheduler.region.Box;

import java.util.ArrayList;
import java.util.List;

/**
 * The mutual exclusion of reductions: actions that commute run one at a time on each range, in the
 * order in which they become ready. All ranges are taken at once or none, so no two actions wait
 * for each other.
 */
public final class ReductionExclusion {
    @GuardedBy("this")
    private final List<Inside> inside = new ArrayList<>();

    /** Ready, but in the way of one inside. */
    @GuardedBy("this")
    private final List<Action> waiting = new ArrayList<>();

    private record Inside(Action action, Operand[] operands) {}

    /** True if the ready action may go on; else it is made ready again later. */
    synchronized boolean enter(Action action, Operand[] operands) {
        for (Inside other : inside) {
            if (other.action == action) {
                return true;
            }
        }
        for (Inside other : inside) {
            if (conflict(operands, other.operands)) {
                waiting.add(action);
                return false;
            }
        }
        inside.add(new Inside(action, operands));
        return true;
    }

    /**
     * The action has settled, and the directories know how, so that the next one finds what it left
     * undefined.
     */
    void exit(Action action) {
        for (int left = remove(action); left > 0; left--) {
            Action next = takeWaiting();
            if (next == null) {
                return;
            }
            ReadyQueue.ready(next);
        }
    }

    /**
     * {@return the number of actions that may continue, or find that they may not; takes no memory}
     */
    private synchronized int remove(Action action) {
        for (int i = 0; i < inside.size(); i++) {
            if (inside.get(i).action == action) {
                inside.remove(i);
                return waiting.size();
            }
        }
        return 0;
    }

    private synchronized Action takeWaiting() {
        return waiting.isEmpty() ? null : waiting.removeFirst();
    }

    private static boolean conflict(Operand[] one, Operand[] other) {
        for (Operand a : one) {
            for (Operand b : other) {
                if (a.mode() == Mode.REDUCE
                        && b.mode() == Mode.REDUCE
                        && a.range().buffer() == b.range().buffer()
                        && Box.overlap(
                                a.range().region(),
                                b.range().region(),
                                a.range().buffer().shape())) {
                    return true;
                }
            }
        }
        return false;
    }
}
