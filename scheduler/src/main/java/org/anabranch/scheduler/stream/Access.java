package org.anabranch.scheduler.stream;

import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.coherence.SyncAction;

import java.util.ArrayList;
import java.util.List;

/**
 * The last uses of a box of a buffer within one stream: the last writer, the readers and commuting
 * writers since, and the last wait that the program asked for. A wait that did not end well is
 * kept, since all that is enqueued after it is cancelled.
 */
public final class Access {
    private static final List<Action> NONE = List.of();

    private SyncAction wait;
    private Action writer;
    private List<Action> readers = NONE;
    private List<Action> commuting = NONE;
    private int pruneAt = 8;

    Access copy() {
        Access copy = new Access();
        copy.wait = wait;
        copy.writer = writer;
        copy.readers = new ArrayList<>(readers);
        copy.commuting = new ArrayList<>(commuting);
        return copy;
    }

    /** The action reads: after the last writer, whether it commutes or not. */
    void read(Action action) {
        followWait(action);
        follow(writer, action);
        followAll(commuting, action);
        readers = add(readers, action);
    }

    /** The program waits: after everyone, and before whatever comes. */
    void waits(SyncAction action) {
        write(action);
        wait = action;
    }

    /** The action writes: after everyone. */
    void write(Action action) {
        followWait(action);
        follow(writer, action);
        followAll(readers, action);
        followAll(commuting, action);
        writer = action;
        clear(readers);
        clear(commuting);
    }

    /** Clears the list but keeps its capacity: a tile that was read will be read again. */
    private static void clear(List<Action> list) {
        if (!list.isEmpty()) {
            list.clear();
        }
    }

    /** The action commutes with others that do: after the last writer and the readers. */
    void commute(Action action) {
        followWait(action);
        follow(writer, action);
        followAll(readers, action);
        commuting = add(commuting, action);
    }

    /** The action comes after a wait that the program asked for, if there is one. */
    void followWait(Action action) {
        SyncAction before = wait;
        if (before == null || before == action) {
            return;
        }
        if (hasEndedWell(before)) {
            wait = null;
        } else {
            before.precede(action, true);
        }
    }

    private static boolean hasEndedWell(SyncAction wait) {
        return wait.isRetired() && wait.failureOrNull() == null;
    }

    /** The program knows how a wait ended. */
    void forgetWait() {
        if (wait != null && wait.isRetired()) {
            wait = null;
        }
    }

    private static void follow(Action earlier, Action later) {
        if (earlier != null && earlier != later) {
            earlier.precede(later, false);
        }
    }

    private static void followAll(List<Action> earlier, Action later) {
        for (int i = 0; i < earlier.size(); i++) {
            follow(earlier.get(i), later);
        }
    }

    private List<Action> add(List<Action> list, Action action) {
        List<Action> more = list == NONE ? new ArrayList<>(2) : list;
        if (more.size() >= pruneAt) {
            more.removeIf(Action::isRetired);
            pruneAt = 2 * more.size() + 8;
        }
        more.add(action);
        return more;
    }

    /** Returns true if all have ended, so that no action needs to come after them. */
    boolean isOver() {
        return (wait == null || hasEndedWell(wait))
                && (writer == null || writer.isRetired())
                && areRetired(readers)
                && areRetired(commuting);
    }

    private static boolean areRetired(List<Action> actions) {
        for (int i = 0; i < actions.size(); i++) {
            if (!actions.get(i).isRetired()) {
                return false;
            }
        }
        return true;
    }
}
