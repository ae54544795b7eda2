package org.anabranch.scheduler.pool;

/**
 * A worker's starts minus its ends in a scope that another opened, not yet reported to the scope:
 * so a run of small tasks costs the scope's shared count one operation.
 *
 * <p>It is reported before a task that it counts can leave the worker, and before the worker
 * searches for work elsewhere, waits, or continues with a task of another scope. A start is only
 * counted here while the worker runs a task of the same scope. So the scope's count is never less
 * than one while the worker has a task of it: the first came from elsewhere, and its end is
 * reported no earlier than the starts that followed from it.
 *
 * <p>The worker counts without a lock; reports are made under one, by the worker or by a thief that
 * revokes.
 */
public final class Tally {
    private Scope scope;
    private int count;
    private int told;

    /** The worker only. */
    public void add(Scope to, int number) {
        if (scope != to) {
            change(to);
        }
        count += number;
    }

    private synchronized void change(Scope to) {
        tell();
        scope = to;
        count = 0;
        told = 0;
    }

    /** Owner only: returns true if it has counts of another scope. */
    boolean concernsOther(Scope running) {
        return count != told && scope != running;
    }

    /** Owner only: reports and forgets the scope. */
    public void end() {
        if (scope != null) {
            change(null);
        }
    }

    /** Reports the counts to the scope. */
    synchronized void tell() {
        int now = count;
        int news = now - told;
        if (news != 0) {
            told = now;
            scope.count(news);
        }
    }
}
