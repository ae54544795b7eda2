package org.anabranch.loops.nest;

import org.anabranch.loops.Conflict;
import org.anabranch.loops.Reduction;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.depend.ArrayAccess;
import org.anabranch.loops.depend.Dependence;
import org.anabranch.loops.depend.DependenceTest;
import org.anabranch.loops.depend.Dependences;
import org.anabranch.loops.ir.LoopBody;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The verdict on a call of a loop, with the analysis behind it. Immutable; it does not refer to the
 * objects of the call.
 */
public final class Judgement {
    /** The number of iterations per copied element from which copies are cheap. */
    private static final int ITERATIONS_PER_COPY = 64;

    private LoopNest nest;
    private final long low;
    private final List<Dependence> carried = new ArrayList<>();
    private final Dependences all;
    private final List<Reduction> reductions = new ArrayList<>();
    private final Map<Integer, Reductions.Found> reduced = new HashMap<>();
    private final Set<Integer> colliding = new HashSet<>();
    private final Set<Integer> privateBases = new HashSet<>();
    private final Plan plan;
    private final Verdict verdict;
    private final DataDecisions decisions = new DataDecisions();

    private Judgement(LoopNest nest, Inputs inputs, long low) {
        this.nest = nest;
        this.low = low;
        this.all = DependenceTest.of(nest.accesses());
        sort();
        this.nest = withoutHazards(inputs);
        this.plan = all.independent() ? null : Plan.of(nest, all, carried, colliding, reduced);
        this.verdict = verdict(inputs);
    }

    /**
     * Analyses a call.
     *
     * @param body the body
     * @param inputs the values of its inputs
     * @param low first index
     * @param high bound, not included, above {@code low}
     * @return the judgement
     */
    public static Judgement of(LoopBody body, Inputs inputs, long low, long high) {
        return of(body, inputs, new AliasAnalysis(body, inputs), low, high);
    }

    static Judgement of(LoopBody body, Inputs inputs, AliasAnalysis memory, long low, long high) {
        return new Judgement(LoopNest.of(body, inputs, memory, low, high), inputs, low);
    }

    /** {@return the accesses} */
    public LoopNest nest() {
        return nest;
    }

    /**
     * Returns the plan for running the loop in parallel although its iterations conflict.
     *
     * @return a transformation for each memory in which they do; null if the verdict is DOALL
     */
    public Plan plan() {
        return plan;
    }

    /** {@return the verdict} */
    public Verdict verdict() {
        return verdict;
    }

    /**
     * Returns true if this also judges a call that differs in nothing but the elements of arrays:
     * what the analysis has read of these is read again, and decides the same.
     *
     * @param inputs of the other call
     * @return true if each decision is the same
     */
    public boolean holds(Inputs inputs) {
        return decisions.hold(inputs);
    }

    private Verdict verdict(Inputs inputs) {
        List<String> hazards = nest.hazards().stream().map(Hazard::toString).distinct().toList();
        List<String> privates = names(touch -> privateBases.contains(touch.base()));
        if (all.independent()) {
            return independent("", hazards);
        }
        if (all.found().isEmpty()) {
            String how = settled(inputs);
            if (how != null) {
                return independent(how, hazards);
            }
            Dependences.Doubt doubt = all.doubts().getFirst();
            return new Verdict(
                    Verdict.Kind.UNKNOWN,
                    doubtful(doubt),
                    doubtfulTouch(doubt).line(),
                    List.of(),
                    reductions,
                    privates,
                    hazards);
        }
        return dependent(privates, hazards);
    }

    private Verdict independent(String how, List<String> hazards) {
        String reason = proved() + how;
        return new Verdict(Verdict.Kind.DOALL, reason, 0, List.of(), List.of(), List.of(), hazards);
    }

    /**
     * Returns how the doubts were resolved in favour of independence, for the verdict; else null.
     */
    private String settled(Inputs inputs) {
        if (all.doubts().stream().allMatch(this::isCheaplyReduced)) {
            return null;
        }
        return decisions.make(this::settledByData, inputs);
    }

    private String settledByData(Inputs inputs) {
        Inspection inspection = Inspection.of(nest, inputs, all);
        if (inspection != null) {
            return inspection.collision == null ? ", by what index arrays hold" : null;
        }
        return TracedDoubts.independent(nest, inputs, all, low, plan.obstacle() == null)
                ? ", by following each of them"
                : null;
    }

    /** Returns the nest without hazards that are none by what index arrays hold. */
    private LoopNest withoutHazards(Inputs inputs) {
        List<Hazard> rest = new ArrayList<>(nest.hazards());
        return rest.removeIf(hazard -> isNone(hazard, inputs)) ? nest.withHazards(rest) : nest;
    }

    /** Returns true if a place that may be outside is proved inside by its index array. */
    private boolean isNone(Hazard hazard, Inputs inputs) {
        if (hazard.touch() < 0) {
            return false;
        }
        Touch touch = nest.touches().get(hazard.touch());
        return isToInspect(touch) && decisions.make(data -> nest.isInside(touch, data), inputs);
    }

    /** Returns true unless a place is reduced cheaply: a fault leaves that memory as it was. */
    private boolean isToInspect(Touch touch) {
        return nest.isFixed(touch.indirect())
                && (nest.mayNotEnd() || !isCheaplyReduced(touch.base()));
    }

    private boolean isCheaplyReduced(Dependences.Doubt doubt) {
        return doubt.reason() == Dependences.Reason.UNKNOWN_SUBSCRIPT
                && isCheaplyReduced(doubt.first().base());
    }

    /**
     * Returns true if the loop can have copies of a memory for all tiles in less time than it takes
     * to read index arrays, and the result is the same in every order.
     */
    private boolean isCheaplyReduced(int base) {
        return reduced.containsKey(base)
                && reduced.get(base).reduction().anyOrder()
                && nest.touches(base).stream()
                        .allMatch(
                                touch ->
                                        touch.length() >= 0
                                                && touch.length()
                                                        <= nest.iterations() / ITERATIONS_PER_COPY);
    }

    /** Determines the memories with conflicts, and those that are reduced into or private. */
    private void sort() {
        for (Dependence found : all.found()) {
            colliding.add(found.earlier().base());
            boolean own =
                    found.kind() == Conflict.Kind.FLOW && touch(found.later()).covered()
                            || found.kind() == Conflict.Kind.ANTI
                                    && touch(found.earlier()).covered();
            if (!own) {
                carried.add(found);
            }
        }
        all.doubts().forEach(doubt -> colliding.add(doubt.first().base()));
        for (int base : colliding) {
            Reductions.of(base, nest)
                    .ifPresent(
                            found -> {
                                reductions.add(found.reduction());
                                reduced.put(base, found);
                            });
            if (isPrivate(base)) {
                privateBases.add(base);
            }
        }
    }

    private Verdict dependent(List<String> privates, List<String> hazards) {
        List<Conflict> conflicts = new ArrayList<>(new LinkedHashSet<>(conflicts(carried)));
        boolean rest =
                carried.stream()
                        .anyMatch(
                                found ->
                                        !reduced.containsKey(found.earlier().base())
                                                && !privateBases.contains(found.earlier().base()));
        String reason;
        Dependence first = carried.isEmpty() ? all.found().getFirst() : carried.getFirst();
        boolean unplanned = plan.obstacle() != null && !conflicts.isEmpty();
        if (rest || unplanned || !all.doubts().isEmpty()) {
            reason = conflicts.isEmpty() ? "iterations collide" : conflicts.getFirst().toString();
        } else if (!reductions.isEmpty()) {
            reason = reductions.getFirst().toString();
        } else {
            reason = privates.getFirst() + " is one for all iterations, each writes it first";
        }
        return new Verdict(
                Verdict.Kind.DEPENDENT,
                reason,
                touch(first.later()).line(),
                conflicts,
                reductions,
                privates,
                hazards);
    }

    private List<Conflict> conflicts(List<Dependence> found) {
        return found.stream()
                .map(nest::direct)
                .filter(Objects::nonNull)
                .map(
                        one ->
                                new Conflict(
                                        one.kind(),
                                        touch(one.earlier()).name(),
                                        touch(one.earlier()).line(),
                                        touch(one.later()).name(),
                                        touch(one.later()).line(),
                                        low + one.earlierPoint().at(0),
                                        low + one.laterPoint().at(0),
                                        one.least(),
                                        one.greatest()))
                .toList();
    }

    private Touch touch(ArrayAccess access) {
        return nest.touches().get(access.id());
    }

    /**
     * Returns true if each iteration writes this memory before it reads it, and the cells are
     * known.
     */
    private boolean isPrivate(int base) {
        return nest.touches(base).stream().allMatch(touch -> touch.write() || touch.covered())
                && all.doubts().stream().noneMatch(doubt -> doubt.first().base() == base);
    }

    private List<String> names(Predicate<Touch> which) {
        return nest.touches().stream().filter(which).map(Touch::name).distinct().toList();
    }

    private String proved() {
        List<String> written = names(Touch::write);
        return written.isEmpty()
                ? "the iterations write nothing"
                : "no iteration touches what another writes to " + String.join(", ", written);
    }

    private Touch doubtfulTouch(Dependences.Doubt doubt) {
        return touch(doubt.second().isUnknown() ? doubt.second() : doubt.first());
    }

    private String doubtful(Dependences.Doubt doubt) {
        String name = doubtfulTouch(doubt).name();
        return switch (doubt.reason()) {
            case UNKNOWN_SUBSCRIPT ->
                    "the place of " + name + " depends on data or is not linear in the index";
            case UNKNOWN_CONDITION -> nest.condition(touch(doubt.first()), touch(doubt.second()));
            case DIFFERENT_SHAPES -> name + " is reached in two shapes";
            case TOO_LARGE -> "the places of " + name + " are too complicated to compare";
        };
    }
}
