package org.anabranch.scheduler.pool;

/**
 * What a worker has started less what it has ended in a scope that another opened, not told to the
 * scope yet: so a run of small tasks costs the scope's shared count one operation.
 *
 * <p>It is told before a task that it counts can leave the worker, before the worker looks for work
 * elsewhere, waits, or goes on with something of another scope. A start is only counted here while
 * the worker runs a task of the same scope. So what the scope knows of is never less than one while
 * the worker holds a task of it: the first came from elsewhere, and its end is told no earlier than
 * the starts of those that followed from it.
 *
 * <p>The worker counts without a lock; telling is done under one, by the worker or by a thief that
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

    /** The worker only: whether something would be told that is not about this scope. */
    boolean concernsOther(Scope running) {
        return count != told && scope != running;
    }

    /** The worker only: tells and forgets the scope. */
    public void end() {
        if (scope != null) {
            change(null);
        }
    }

    /** Tells the scope what it does not know. */
    synchronized void tell() {
        int now = count;
        int news = now - told;
        if (news != 0) {
            told = now;
            scope.count(news);
        }
    }
}
