package org.anabranch.loops.depend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A small random loop nest: its accesses for the test, and the elements that each iteration really
 * touches, found by running the loops.
 */
final class RandomNest {
    private final SplittableRandom random;
    final int iterations;
    final List<ArrayAccess> accesses = new ArrayList<>();

    private final List<Written> loops;
    private final List<List<Constraint>> guards = new ArrayList<>();

    /** Per access: the touched elements, with the iterations that touch them. */
    final List<Map<List<Long>, List<Long>>> touched = new ArrayList<>();

    /** A loop as it is written. */
    private record Written(Linear first, Linear bound, long step) {}

    RandomNest(SplittableRandom random) {
        this.random = random;
        this.iterations = random.nextInt(9);
        int dimensions = random.nextInt(5) == 0 ? 2 : 1;
        this.loops = loops();
        int count = 1 + random.nextInt(3);
        for (int a = 0; a < count; a++) {
            int depth = random.nextInt(4) == 0 ? random.nextInt(loops.size() + 1) : loops.size();
            access(a, loops.subList(0, depth), dimensions, a == 0 || random.nextBoolean());
            touched.add(new HashMap<>());
        }
        for (Event event : events(false)) {
            touched.get(event.access.id())
                    .computeIfAbsent(event.element, none -> new ArrayList<>())
                    .add(event.iteration);
        }
    }

    private List<Written> loops() {
        List<Written> loops = new ArrayList<>();
        int depth = random.nextInt(3);
        for (int v = 0; v < depth; v++) {
            long step = random.nextInt(4) > 0 ? 1 : random.nextLong(1, 4) * sign();
            Linear first = form(v + 1, random.nextInt(3) == 0 ? 1 : 0, 2);
            Linear length = form(v + 1, random.nextInt(3) == 0 ? 1 : 0, 1).plus(random.nextInt(6));
            loops.add(
                    new Written(first, step > 0 ? first.plus(length) : first.minus(length), step));
        }
        return loops;
    }

    private int sign() {
        return random.nextBoolean() ? 1 : -1;
    }

    private Linear form(int variables, int largest, int constant) {
        long[] factors = new long[variables];
        for (int v = 0; v < variables; v++) {
            factors[v] = random.nextLong(-largest, largest + 1L);
        }
        return Linear.of(random.nextLong(-constant, constant + 1L), factors);
    }

    private void access(int id, List<Written> loops, int dimensions, boolean write) {
        Space space = Space.of(iterations);
        for (Written loop : loops) {
            space = Spaces.loop(space, loop.first, loop.bound, loop.step);
        }
        int guards = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 0;
        List<Constraint> conditions = new ArrayList<>();
        for (int g = 0; g < guards; g++) {
            conditions.add(condition(space.variables()));
            space = space.where(conditions.getLast());
        }
        List<Linear> subscripts = new ArrayList<>();
        for (int d = 0; d < dimensions; d++) {
            boolean again = d > 0 && random.nextInt(4) == 0;
            subscripts.add(again ? subscripts.getLast() : subscript(space.variables()));
        }
        long width = random.nextInt(8) == 0 ? 1 + random.nextInt(4) : 1;
        boolean certain = random.nextInt(10) > 0;
        accesses.add(new ArrayAccess(id, 0, write, space, subscripts, width, certain));
        this.guards.add(conditions);
    }

    private Constraint condition(int variables) {
        Linear form = form(variables, 2, 4);
        return switch (random.nextInt(4)) {
            case 0 -> Constraint.equal(form, Linear.of(0));
            case 1 -> Spaces.congruent(form, 2 + random.nextInt(3), random.nextInt(2));
            default -> Constraint.atMost(form, Linear.of(0));
        };
    }

    /** Row-major now and then, with small factors else. */
    private Linear subscript(int variables) {
        if (random.nextInt(3) > 0) {
            return form(variables, 1 + random.nextInt(5), 8);
        }
        long[] factors = new long[variables];
        long factor = 1;
        for (int v = variables - 1; v >= 0; v--) {
            factors[v] = factor;
            factor *= 2 + random.nextInt(7);
        }
        return Linear.of(random.nextInt(12), factors);
    }

    /** A touch of an element. */
    private record Event(ArrayAccess access, long iteration, List<Long> element) {}

    /**
     * Returns the accesses of the loop, in the order in which it runs.
     *
     * @param fused true if neighbours share their inner loops, false if each has its own
     */
    private List<Event> events(boolean fused) {
        List<Event> events = new ArrayList<>();
        for (long k = 0; k < iterations; k++) {
            run(accesses, new long[] {k}, fused, events);
        }
        return events;
    }

    private void run(List<ArrayAccess> body, long[] point, boolean fused, List<Event> events) {
        int depth = point.length;
        for (int a = 0; a < body.size(); ) {
            int end = a + 1;
            if (loopsOf(body.get(a)) >= depth) {
                while (fused && end < body.size() && loopsOf(body.get(end)) >= depth) {
                    end++;
                }
                inside(body.subList(a, end), point, fused, events);
            } else {
                touch(body.get(a), point, events);
            }
            a = end;
        }
    }

    private static int loopsOf(ArrayAccess access) {
        return access.space().variables() - 1;
    }

    private void inside(List<ArrayAccess> body, long[] point, boolean fused, List<Event> events) {
        Written loop = loops.get(point.length - 1);
        long[] deeper = Arrays.copyOf(point, point.length + 1);
        long bound = loop.bound.at(point);
        for (long j = loop.first.at(point); loop.step > 0 ? j < bound : j > bound; j += loop.step) {
            run(body, deeper, fused, events);
            deeper[point.length]++;
        }
    }

    private void touch(ArrayAccess access, long[] point, List<Event> events) {
        if (!guards.get(access.id()).stream().allMatch(condition -> condition.holds(point))) {
            return;
        }
        for (long more = 0; more < access.width(); more++) {
            List<Long> element = new ArrayList<>();
            for (Linear subscript : access.subscripts()) {
                element.add(subscript.at(point));
            }
            element.set(element.size() - 1, element.getLast() + more);
            events.add(new Event(access, point[0], element));
        }
    }

    /**
     * The distances from one access to another one of the same element, at least one of them a
     * write, with no write in between; each with the earlier iterations.
     *
     * @param uncertain true if uncertain writes happen
     */
    Map<Long, List<Long>> direct(int earlier, int later, boolean fused, boolean uncertain) {
        Map<List<Long>, List<Event>> since = new HashMap<>();
        Map<Long, List<Long>> direct = new TreeMap<>();
        for (Event event : events(fused)) {
            boolean write = event.access.write();
            if (!uncertain && write && !event.access.certain()) {
                continue;
            }
            List<Event> last = since.computeIfAbsent(event.element, none -> new ArrayList<>());
            for (Event before : last) {
                long distance = event.iteration - before.iteration;
                if (before.access.id() == earlier
                        && event.access.id() == later
                        && (write || before.access.write())
                        && distance > 0) {
                    direct.computeIfAbsent(distance, d -> new ArrayList<>()).add(before.iteration);
                }
            }
            if (write) {
                last.clear();
            }
            last.add(event);
        }
        return direct;
    }

    /** The least and the greatest distance at which two accesses collide in this order, or null. */
    long[] distances(int earlier, int later) {
        long least = Long.MAX_VALUE;
        long greatest = 0;
        for (Map.Entry<List<Long>, List<Long>> entry : touched.get(earlier).entrySet()) {
            for (long to : touched.get(later).getOrDefault(entry.getKey(), List.of())) {
                for (long from : entry.getValue()) {
                    least = to > from ? Math.min(least, to - from) : least;
                    greatest = Math.max(greatest, to - from);
                }
            }
        }
        return greatest > 0 ? new long[] {least, greatest} : null;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("iterations " + iterations);
        for (ArrayAccess access : accesses) {
            text.append("\n").append(access);
        }
        return text.toString();
    }
}
