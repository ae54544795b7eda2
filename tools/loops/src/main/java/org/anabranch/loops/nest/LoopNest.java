package org.anabranch.loops.nest;

import org.anabranch.loops.depend.ArrayAccess;
import org.anabranch.loops.depend.Dependence;
import org.anabranch.loops.depend.DependenceTest;
import org.anabranch.loops.depend.DirectDependence;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The accesses and hazards of a body at one call, and at others that differ in nothing that the
 * analysis has read. It does not refer to the objects of a call.
 *
 * @param touches the places that read or write memory, by id
 * @param accesses the same with the points at which they run; one touch may be several accesses
 * @param hazards places that are not proved free of faults
 * @param loops the inner loops that are reached, by label
 * @param mayNotEnd true if an inner loop is not proved to end
 * @param body the body
 * @param numbers the numbers among its inputs that the analysis has read
 */
public record LoopNest(
        List<Touch> touches,
        List<ArrayAccess> accesses,
        List<Hazard> hazards,
        Map<Integer, InnerLoop> loops,
        boolean mayNotEnd,
        LoopBody body,
        Map<Local, Long> numbers) {
    /** Copies the collections. */
    public LoopNest {
        touches = List.copyOf(touches);
        accesses = List.copyOf(accesses);
        hazards = List.copyOf(hazards);
        loops = Map.copyOf(loops);
        numbers = Map.copyOf(numbers);
    }

    /** Analyses a call. */
    static LoopNest of(LoopBody body, Inputs inputs, AliasAnalysis memory, long low, long high) {
        Touches touches = new Touches(memory, new ExpressionText(body));
        Walk walk = new Walk(inputs, touches);
        State state = new State(new Where(List.of(Space.of(high - low)), true));
        state.numbers.put(body.index(), Linear.of(low, 1));
        walk.run(body.statements(), state);
        return new LoopNest(
                touches.touches,
                touches.accesses,
                touches.faults.found,
                walk.loops,
                walk.mayNotEnd,
                body,
                walk.numbers.known);
    }

    /** Returns the nest with other hazards. */
    LoopNest withHazards(List<Hazard> others) {
        return new LoopNest(touches, accesses, others, loops, mayNotEnd, body, numbers);
    }

    /** Returns true if the index array of a place is within bounds in all iterations. */
    boolean isInside(Touch touch, Inputs inputs) {
        return touch.indirect().isInside(inputs, iterations(), touch.length());
    }

    /** Returns the number of iterations of the parallel loop, if it accesses any memory. */
    long iterations() {
        return accesses.getFirst().space().iterations();
    }

    /** Returns true if there is an index array, and the loop never writes it. */
    boolean isFixed(Indirect indirect) {
        return indirect != null && touches(indirect.base()).stream().noneMatch(Touch::write);
    }

    /**
     * Returns the arrays that a single place writes, in steps of a fixed width: what some
     * iterations in a row write is between the elements of the first and the last of them, and no
     * others write there.
     *
     * @return the subscript by the iteration, counted from 0, for the first input that is the array
     */
    public Map<Local, Linear> writtenInSteps() {
        Map<Local, Linear> written = new HashMap<>();
        for (Touch touch : touches) {
            Linear step = touch.write() && touch.length() >= 0 ? step(touch) : null;
            if (step != null) {
                written.put(touch.root(), step);
            }
        }
        return written;
    }

    /** Returns the subscript of a place if no other one writes the array; else null. */
    private Linear step(Touch write) {
        if (touches(write.base()).stream().filter(Touch::write).count() > 1) {
            return null;
        }
        List<List<Linear>> subscripts =
                accesses.stream()
                        .filter(access -> access.id() == write.id())
                        .map(ArrayAccess::subscripts)
                        .distinct()
                        .toList();
        if (subscripts.size() != 1 || subscripts.getFirst().size() != 1) {
            return null;
        }
        Linear subscript = subscripts.getFirst().getFirst();
        return subscript.variables() == 1 ? subscript : null;
    }

    /**
     * Returns true if the iterations of an inner loop are proved independent of each other, within
     * any one iteration of the parallel loop.
     *
     * @param loop of the body, in no other inner loop
     * @return true if no two of its iterations conflict
     */
    public boolean independentInside(Statement.Repeat loop) {
        InnerLoop known = loops.get(loop.label());
        if (known == null) {
            return false;
        }
        Set<Integer> inside = touchesIn(loop).stream().map(Touch::id).collect(Collectors.toSet());
        List<ArrayAccess> own =
                accesses.stream().filter(access -> inside.contains(access.id())).toList();
        return DependenceTest.independentInside(own, known.variable());
    }

    /**
     * Returns a dependence, if its distances differ only those with no other write in between; null
     * if there is none.
     */
    Dependence direct(Dependence found) {
        return found.least() == found.greatest()
                ? found
                : DirectDependence.of(found, accesses).dependence();
    }

    /**
     * Returns true if an inner loop has a known number of steps, whatever the memory holds that the
     * loop writes.
     *
     * @param label of the inner loop
     * @return true if that is proved
     */
    public boolean isCounted(int label) {
        InnerLoop known = loops.get(label);
        return known != null && known.rounds() != null;
    }

    /** Returns the places in an inner loop that read or write memory. */
    List<Touch> touchesIn(Statement.Repeat loop) {
        Set<Statement> inside = Collections.newSetFromMap(new IdentityHashMap<>());
        inside.addAll(Statement.all(loop.body()));
        return touches.stream().filter(touch -> inside.contains(touch.statement())).toList();
    }

    /** Returns the places that read or write one memory. */
    List<Touch> touches(int base) {
        return touches.stream().filter(touch -> touch.base() == base).toList();
    }

    List<Statement> statements() {
        return body.statements();
    }

    /** Returns the condition under which two accesses collide of which one is not certain. */
    String condition(Touch one, Touch other) {
        boolean mayBeOutside =
                Stream.of(one, other)
                        .anyMatch(
                                touch ->
                                        hazards.stream()
                                                .anyMatch(hazard -> hazard.touch() == touch.id()));
        String condition =
                mayBeOutside ? "both run and are inside" : "conditions on data let both run";
        return one.name() + " and " + other.name() + " collide if " + condition;
    }
}
