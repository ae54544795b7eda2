package org.anabranch.loops.nest;

import org.anabranch.loops.Conflict;
import org.anabranch.loops.Reduction;
import org.anabranch.loops.depend.ArrayAccess;
import org.anabranch.loops.depend.Dependence;
import org.anabranch.loops.depend.DependenceTest;
import org.anabranch.loops.depend.Dependences;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The plan for running a loop in parallel although its iterations conflict: a transformation
 * (privatisation, reduction or copy) for each memory in which they do.
 *
 * @param treatments one for each such memory; empty if there is an obstacle
 * @param obstacle why there is none for one of them, or null
 */
public record Plan(List<Transformation> treatments, String obstacle) {

    /** Copies the list. */
    public Plan {
        treatments = List.copyOf(treatments);
    }

    static Plan of(
            LoopNest nest,
            Dependences all,
            List<Dependence> carried,
            Set<Integer> colliding,
            Map<Integer, Reductions.Found> reduced) {
        Map<Integer, List<Integer>> followers = new HashMap<>();
        for (int base : colliding) {
            List<Integer> found = followers(base, nest, colliding, reduced.get(base));
            if (found == null) {
                return carries(nest.touches(base));
            }
            followers.put(base, found);
        }
        Set<Integer> following = new HashSet<>();
        followers.values().forEach(following::addAll);
        List<Transformation> treatments = new ArrayList<>();
        for (int base : colliding) {
            if (following.contains(base)) {
                continue;
            }
            List<Touch> touches = nest.touches(base);
            Transformation found =
                    isOneMemory(touches)
                            ? treatment(base, touches, nest, all, carried, reduced.get(base))
                            : null;
            if (found == null) {
                return carries(touches);
            }
            treatments.add(found);
            for (int follower : followers.get(base)) {
                treatments.add(
                        Transformation.of(Transformation.Kind.FOLLOW, nest.touches(follower)));
            }
        }
        return new Plan(treatments, null);
    }

    private static Plan carries(List<Touch> touches) {
        return new Plan(List.of(), touches.getFirst().name() + " carries values");
    }

    /**
     * Returns the memories that are set when a reduction takes a value; null if they cannot be
     * kept.
     */
    private static List<Integer> followers(
            int base, LoopNest nest, Set<Integer> colliding, Reductions.Found found) {
        List<Statement> beside = found == null ? List.of() : found.beside();
        if (beside.isEmpty()) {
            return List.of();
        }
        List<Touch> leading = nest.touches(base);
        Set<Integer> bases = new LinkedHashSet<>();
        for (Touch touch : nest.touches()) {
            if (touch.write() && isIn(touch.statement(), beside)) {
                bases.add(touch.base());
            }
        }
        boolean fit = isOneCell(leading) && leading.stream().filter(Touch::write).count() == 1;
        for (int other : bases) {
            List<Touch> touches = nest.touches(other);
            fit &=
                    other != base
                            && colliding.contains(other)
                            && isOneMemory(touches)
                            && isOneCell(touches)
                            && touches.stream().allMatch(t -> isIn(t.statement(), beside));
        }
        return fit ? List.copyOf(bases) : null;
    }

    private static boolean isIn(Statement statement, List<Statement> stores) {
        return stores.stream().anyMatch(store -> store == statement);
    }

    private static boolean isOneCell(List<Touch> touches) {
        return touches.stream()
                .allMatch(
                        touch ->
                                touch.element().space() == Element.Space.FIELD
                                        || touch.length() == 1);
    }

    /**
     * Returns true if all touches are of one numeric array, segment or field, by elements of one
     * kind.
     */
    private static boolean isOneMemory(List<Touch> touches) {
        Touch first = touches.getFirst();
        Element element = first.element();
        if (element.countsBytes()) {
            return false;
        }
        return touches.stream()
                .allMatch(
                        touch ->
                                Objects.equals(touch.root(), first.root())
                                        && touch.element().equals(element)
                                        && (element.space() != Element.Space.ARRAY
                                                || touch.length() >= 0));
    }

    private static Transformation treatment(
            int base,
            List<Touch> touches,
            LoopNest nest,
            Dependences all,
            List<Dependence> carried,
            Reductions.Found found) {
        if (found != null && isAssociative(found.reduction(), touches)) {
            return new Transformation(
                    Transformation.Kind.REDUCE,
                    touches.getFirst().root(),
                    touches,
                    found.reduction(),
                    found.combining());
        }
        if (touches.stream().allMatch(touch -> touch.write() || touch.covered())) {
            return Transformation.of(Transformation.Kind.PRIVATE, touches);
        }
        boolean certain =
                all.doubts().stream().noneMatch(doubt -> doubt.first().base() == base)
                        && touches.getFirst().element().space() != Element.Space.FIELD;
        boolean onlyBefore =
                carried.stream()
                        .filter(one -> one.earlier().base() == base)
                        .allMatch(one -> one.kind() == Conflict.Kind.ANTI);
        return certain && onlyBefore && readsFirst(touches, nest)
                ? Transformation.of(Transformation.Kind.BEFORE, touches)
                : null;
    }

    /**
     * Returns false for a minimum or maximum of narrowed numbers, which is not that of the numbers
     * before.
     */
    private static boolean isAssociative(Reduction reduction, List<Touch> touches) {
        Kind kind = touches.getFirst().element().kind();
        boolean narrow = kind.computational() != kind;
        return !narrow || !reduction.operator().startsWith("m");
    }

    /**
     * Returns true if no iteration reads what it has written itself, except where that is known:
     * those reads see the new value.
     */
    private static boolean readsFirst(List<Touch> touches, LoopNest nest) {
        for (Touch read : touches) {
            if (read.write() || read.covered()) {
                continue;
            }
            for (Touch write : touches) {
                if (write.write() && !readsFirst(read, write, nest)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean readsFirst(Touch read, Touch write, LoopNest nest) {
        List<ArrayAccess> both =
                nest.accesses().stream()
                        .filter(access -> access.id() == read.id() || access.id() == write.id())
                        .toList();
        int depth = both.stream().mapToInt(access -> access.space().variables()).min().orElse(1);
        int deepest = both.stream().mapToInt(access -> access.space().variables()).max().orElse(1);
        if (read.id() > write.id()) {
            return false;
        }
        return depth == 1 || deepest == 2 && DependenceTest.independentInside(both, 1);
    }
}
