package org.anabranch.console.model;

/**
 * An action on the longest way to some action, and the step before it. Only the last {@value #KEPT}
 * to {@code 2 * KEPT} steps of a way are kept.
 */
final class Step {
    static final int KEPT = 1024;

    final String name;
    final int domain;
    final long nanos;

    /** Work on the way up to here, in nanoseconds. */
    final long way;

    /** How many steps there are, with those that are kept no more. */
    final long number;

    private Step before;

    Step(String name, int domain, long nanos, Step before) {
        this.name = name;
        this.domain = domain;
        this.nanos = nanos;
        this.before = before;
        this.way = nanos + (before == null ? 0 : before.way);
        this.number = 1 + (before == null ? 0 : before.number);
        if (number % KEPT == 0) {
            forget();
        }
    }

    private void forget() {
        Step last = this;
        for (int i = 0; i < KEPT && last != null; i++) {
            last = last.before;
        }
        if (last != null) {
            last.before = null;
        }
    }

    Step before() {
        return before;
    }
}
