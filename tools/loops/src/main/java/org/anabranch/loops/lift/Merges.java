package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The references that differ between the paths to a block. Objects of one class that the iteration
 * creates are merged into one, to whose fields each path assigns; arrays from outside become a
 * choice; all others become unknown. Slots of the stack have negative numbers.
 */
final class Merges {
    /**
     * A merged object.
     *
     * @param given the object to whose fields each path assigns
     * @param here the object in the block, which has these fields from its start on
     */
    private record Merge(Expression given, Expression here) {}

    private record Place(BasicBlock block, int slot) {}

    private final LiftScope scope;
    private final MadeObjects made;
    private final Choices choices;
    private final Set<Place> conflicts = new HashSet<>();
    private final Map<BasicBlock, Map<Integer, Merge>> merges = new HashMap<>();

    /** The unknown references for stack slots that cannot be merged. */
    private final Map<Place, Expression> several = new HashMap<>();

    /** True if a merged reference that was used already turned out to have more arrays. */
    boolean grew;

    Merges(LiftScope scope) {
        this.scope = scope;
        this.made = scope.made;
        this.choices = scope.choices;
    }

    void conflict(BasicBlock block, int slot) {
        conflicts.add(new Place(block, slot));
    }

    boolean conflicts(BasicBlock block, int slot) {
        return conflicts.contains(new Place(block, slot));
    }

    /** Merges two references into one, if that is possible. */
    boolean merge(BasicBlock block, int slot, Expression one, Expression other) {
        if (other == null || conflicts(block, slot)) {
            return false;
        }
        boolean objects = made.alike(one, other);
        if (!objects && !choices.alike(one, other)) {
            return false;
        }
        Map<Integer, Merge> here = merges.computeIfAbsent(block, key -> new HashMap<>());
        if (objects) {
            here.computeIfAbsent(slot, key -> new Merge(made.like(one), made.like(one)));
        } else if (!here.containsKey(slot)) {
            Expression given = choices.make(one, null);
            here.put(slot, new Merge(given, choices.make(one, given)));
        }
        return true;
    }

    private boolean fits(Expression coming, Merge merge) {
        return choices.isOne(merge.here)
                ? choices.alike(coming, merge.here)
                : made.alike(coming, merge.here);
    }

    /**
     * Assigns the reference of a path to the merged one; returns true if its list of arrays did not
     * grow.
     */
    private boolean give(Expression coming, Merge merge, OperandStack values) {
        if (choices.isOne(merge.here)) {
            return !choices.copy(coming, merge.given, values);
        }
        made.copy(coming, merge.given, values);
        return true;
    }

    /** Assigns the objects of a path to the block's merged objects, and replaces them. */
    boolean enter(
            BasicBlock block,
            Map<Integer, Expression> held,
            List<Expression> stack,
            OperandStack values) {
        Map<Integer, Merge> all = merges.getOrDefault(block, Map.of());
        boolean agreed = true;
        for (Map.Entry<Integer, Merge> entry : new TreeMap<>(all).entrySet()) {
            int slot = entry.getKey();
            Expression coming = slot < 0 ? stack.get(-1 - slot) : held.get(slot);
            Merge merge = entry.getValue();
            if (coming == null || !fits(coming, merge)) {
                all.remove(slot);
                conflict(block, slot);
                return false;
            }
            agreed &= give(coming, merge, values);
            if (slot < 0) {
                stack.set(-1 - slot, merge.here);
            } else {
                held.put(slot, merge.here);
            }
        }
        grew |= !agreed;
        for (int i = 0; i < stack.size(); i++) {
            Place place = new Place(block, -1 - i);
            if (conflicts.contains(place)) {
                stack.set(i, several.computeIfAbsent(place, key -> scope.unknown("several")));
            }
        }
        return true;
    }

    List<Statement> prelude(BasicBlock block, int line) {
        List<Statement> copies = new ArrayList<>();
        for (Merge merge : merges.getOrDefault(block, Map.of()).values()) {
            if (choices.isOne(merge.here)) {
                copies.add(choices.copies(merge.given, merge.here, line));
            } else {
                copies.addAll(made.copies(merge.given, merge.here, line));
            }
        }
        return copies;
    }
}
