package org.anabranch.console.model;

/**
 * A step of the longest path to an action, with its predecessor. Only the last {@value #KEPT} to
 * {@code 2 * KEPT} steps of a path are kept.
 */
final class Step {
    static final int KEPT = 1024;

    final String name;
    final int domain;
    final long nanos;

    /** The length of the path up to here, in nanoseconds. */
    final long way;

    /** The number of steps, including those that are no longer kept. */
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
