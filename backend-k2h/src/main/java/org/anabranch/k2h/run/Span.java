package org.anabranch.k2h.run;

import org.anabranch.k2h.board.Core;

/**
 * A period of a core in one state.
 *
 * @param core the core
 * @param state its state
 * @param task function that ran, empty if none did
 * @param from nanoseconds by the clock of the run
 * @param to nanoseconds, not less than {@code from}
 */
public record Span(Core core, CoreState state, String task, double from, double to) {
    /** {@return its length in nanoseconds} */
    public double nanos() {
        return to - from;
    }
}
