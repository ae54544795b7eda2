package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;

import java.util.ArrayList;
import java.util.List;

/**
 * The ranges of cells that an inner loop has written after its end, one cell in each iteration.
 *
 * @param round the variable that counts the iterations of the inner loop
 * @param rounds their number
 * @param after the state after the loop, which receives the ranges
 */
record Filled(int round, Linear rounds, State after) {

    /** Adds the cells that are certainly written at the end of each iteration. */
    void add(State end) {
        for (State.Cell cell : end.written) {
            if (!after.written.contains(cell)) {
                add(cell.base(), cell.subscripts(), cell.subscripts());
            }
        }
        for (State.Range range : end.ranges) {
            add(range.base(), range.first(), range.last());
        }
    }

    private void add(int base, List<Linear> first, List<Linear> last) {
        List<Linear> from = new ArrayList<>();
        List<Linear> to = new ArrayList<>();
        int moving = 0;
        try {
            for (int d = 0; d < first.size(); d++) {
                long step = first.get(d).coefficient(round);
                boolean point = first.get(d).equals(last.get(d));
                boolean steady = step == 0 && last.get(d).coefficient(round) == 0;
                if (!steady && (!point || Math.abs(step) != 1 || moving++ > 0)) {
                    return;
                }
                Linear least = last.get(d).minus(Linear.variable(round).times(step));
                Linear most = steady ? least : least.plus(rounds.plus(-1).times(step));
                from.add(steady ? first.get(d) : step > 0 ? least : most);
                to.add(steady || step > 0 ? most : least);
            }
        } catch (ArithmeticException tooLarge) {
            return;
        }
        // without iterations, a range that moves is empty, but a steady one is not
        if (moving > 0 || after.where.within(rounds, 1, Long.MAX_VALUE)) {
            after.ranges.add(new State.Range(base, from, to));
        }
    }
}
