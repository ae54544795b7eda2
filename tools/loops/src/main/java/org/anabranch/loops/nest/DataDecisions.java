package org.anabranch.loops.nest;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** The decisions of an analysis by elements of arrays, which other calls may have, too. */
final class DataDecisions {
    private final List<Predicate<Inputs>> made = new ArrayList<>();

    /**
     * Makes a decision.
     *
     * @param decision reads elements of arrays; keeps no object of the call
     * @param inputs of the call
     * @return what is decided
     */
    <T> T make(Function<Inputs, T> decision, Inputs inputs) {
        T decided = decision.apply(inputs);
        made.add(other -> Objects.equals(decision.apply(other), decided));
        return decided;
    }

    /** Returns true if all decisions are the same for other inputs. */
    boolean hold(Inputs others) {
        return made.stream().allMatch(same -> same.test(others));
    }
}
