package org.anabranch.loops.depend;

import static org.anabranch.loops.Conflict.Kind.ANTI;
import static org.anabranch.loops.Conflict.Kind.FLOW;
import static org.anabranch.loops.Conflict.Kind.OUTPUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.Conflict.Kind;
import org.anabranch.loops.depend.Dependences.Reason;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Collectors;

/** Textbook loops, and those of the labelled list that are linear. */
class DependenceTestTest {
    private static final int N = 64;
    private static final Linear I = Linear.variable(0);
    private static final Linear J = Linear.variable(1);

    private static ArrayAccess read(Space space, Linear... subscripts) {
        return Spaces.access(0, false, space, subscripts);
    }

    private static ArrayAccess write(Space space, Linear... subscripts) {
        return Spaces.access(1, true, space, subscripts);
    }

    /** For example "FLOW 1..7, OUTPUT 1". */
    private static String told(ArrayAccess... accesses) {
        Dependences answer = DependenceTest.of(List.of(accesses));
        assertEquals(List.of(), answer.doubts());
        return answer.found().stream()
                .sorted((a, b) -> a.kind().compareTo(b.kind()))
                .map(d -> d.kind() + " " + distances(d))
                .collect(Collectors.joining(", "));
    }

    private static String distances(Dependence d) {
        return d.least() == d.greatest() ? "" + d.least() : d.least() + ".." + d.greatest();
    }

    @Test
    @DisplayName("JA-08: the linear loops of the labelled list, with kinds and distances")
    void labelledLoops() {
        Space from1 = Space.of(N - 1);
        assertEquals("", told(write(from1, I.plus(1)), read(from1, Linear.of(0))), "L04");
        Space all = Space.of(N);
        assertEquals(
                "FLOW 1..31, ANTI 1..32", told(write(all, I), read(all, Linear.of(N / 2))), "L05");
        assertEquals("ANTI 1", told(read(from1, I.plus(1)), write(from1, I)), "L13, L20");
        assertEquals("FLOW 1", told(read(from1, I), write(from1, I.plus(1))), "L20, m = -1");
        Space half = Space.of(N / 2);
        assertEquals("", told(read(half, I), write(half, I.plus(32))), "L28");
        assertEquals("FLOW 31", told(read(half, I), write(half, I.plus(31))), "L29");
        Space from4 = Space.of(N - 4);
        assertEquals("FLOW 4", told(read(from4, I), write(from4, I.plus(4))), "L37");
        assertEquals(
                "FLOW 1..63", told(read(all, I), read(all, Linear.of(0)), write(all, I)), "D02");
    }

    @Test
    @DisplayName("JA-07: nests, triangular ones and lattices among them")
    void nests() {
        Space square = Spaces.loop(Space.of(8), Linear.of(0), Linear.of(8), 1);
        Linear cell = I.times(8).plus(J);
        assertEquals("", told(write(square, cell), read(square, cell)), "P01");
        Space below = Spaces.loop(Space.of(8), Linear.of(0), I, 1);
        assertEquals("FLOW 1..7", told(write(Space.of(8), I), read(below, J)), "P07");
        assertEquals(
                "FLOW 1, ANTI 1",
                told(write(square, cell), read(square, cell.plus(8)), read(square, cell.plus(-8))),
                "G17");
        assertEquals("", told(write(below, I.times(8).plus(J)), read(below, J.times(8).plus(I))));
        Space even = Space.of(N).where(Spaces.congruent(I, 2, 0));
        assertEquals("", told(write(even, I), read(even, I.plus(1))), "even and odd");
        assertEquals("ANTI 2", told(write(even, I), read(even, I.plus(2))));
        assertEquals("", told(write(even, I.times(3)), read(even, I.times(6).plus(1))));
    }

    @Test
    @DisplayName("JA-08: the witness is two iterations, with inner indices, that collide")
    void theWitnessCollides() {
        Space square = Spaces.loop(Space.of(1000), Linear.of(0), Linear.of(300), 1);
        ArrayAccess write = write(square, I.times(100).plus(J));
        Dependence found = DependenceTest.of(List.of(write)).found().getFirst();
        assertEquals(OUTPUT, found.kind());
        assertEquals(1, found.least());
        assertEquals(2, found.greatest());
        assertEquals("(0, 100)", found.earlierPoint().toString());
        assertEquals("(1, 0)", found.laterPoint().toString());
        assertEquals("(100)", found.element().toString());
    }

    @Test
    @DisplayName("JA-07: a write is compared with itself, reads are not compared")
    void whichPairs() {
        Space all = Space.of(N);
        assertEquals("", told(read(all, Linear.of(3)), read(all, Linear.of(3))));
        assertEquals("OUTPUT 1..63", told(write(all, Linear.of(3))));
        assertEquals("", told(write(Space.of(1), Linear.of(3))));
        ArrayAccess other = new ArrayAccess(1, 7, true, all, List.of(I), 1, true);
        assertEquals("", told(write(all, I), other));
    }

    @Test
    @DisplayName("JA-08: what cannot be told is a doubt with its reason")
    void doubts() {
        Space all = Space.of(N);
        assertEquals(Reason.UNKNOWN_SUBSCRIPT, doubt(read(all), write(all, I)));
        assertEquals(Reason.DIFFERENT_SHAPES, doubt(read(all, I, I), write(all, I)));
        ArrayAccess uncertain = new ArrayAccess(1, 0, true, all, List.of(I), 1, false);
        assertEquals(Reason.UNKNOWN_CONDITION, doubt(uncertain, read(all, I.plus(-1))));
        Space wide = Spaces.loop(Space.of(1L << 40), Linear.of(0), Linear.of(1L << 40), 1);
        Linear huge = I.times(Long.MAX_VALUE - 24).plus(J.times(-Long.MAX_VALUE + 7));
        Linear other = I.times(Long.MAX_VALUE - 100).plus(J.times(-Long.MAX_VALUE + 451)).plus(1);
        assertEquals(Reason.TOO_LARGE, doubt(read(wide, huge), write(wide, other)));
    }

    private static Reason doubt(ArrayAccess... accesses) {
        Dependences answer = DependenceTest.of(List.of(accesses));
        assertFalse(answer.independent());
        assertTrue(answer.doubts().size() == 1, answer.doubts()::toString);
        return answer.doubts().getFirst().reason();
    }

    @Test
    @DisplayName("JA-09: overlap of accesses of different width")
    void widths() {
        Space all = Space.of(N);
        ArrayAccess longs = new ArrayAccess(0, 0, true, all, List.of(I.times(8)), 8, true);
        ArrayAccess ints = new ArrayAccess(1, 0, false, all, List.of(I.times(8).plus(4)), 4, true);
        ArrayAccess shifted =
                new ArrayAccess(2, 0, false, all, List.of(I.times(8).plus(6)), 4, true);
        assertEquals("", told(longs, ints));
        assertEquals("ANTI 1", told(longs, shifted));
    }

    @Test
    void aLoopOfManyIterationsIsNoHarder() {
        Space all = Spaces.loop(Space.of(1L << 31), Linear.of(0), Linear.of(1L << 20), 1);
        ArrayAccess rows = write(all, I.times(1L << 20).plus(J));
        assertTrue(DependenceTest.independent(List.of(rows)));
        ArrayAccess wide = write(all, I.times((1L << 20) - 1).plus(J));
        Dependence found = DependenceTest.of(List.of(wide)).found().getFirst();
        assertEquals(1, found.least());
        assertEquals(1, found.greatest());
    }

    @Test
    void independenceOfLoopsInside() {
        Space square = Spaces.loop(Space.of(8), Linear.of(0), Linear.of(8), 1);
        Space cube = Spaces.loop(square, Linear.of(0), Linear.of(8), 1);
        Linear cell = I.times(8).plus(J);
        assertTrue(DependenceTest.independentInside(List.of(write(square, cell)), 1));
        assertTrue(DependenceTest.independentInside(List.of(write(square, J)), 1), "within one i");
        assertFalse(DependenceTest.independentInside(List.of(write(square, I)), 1));
        assertFalse(
                DependenceTest.independentInside(
                        List.of(write(square, cell), read(square, cell.plus(-1))), 1));
        assertTrue(
                DependenceTest.independentInside(
                        List.of(write(cube, cell.times(8).plus(Linear.variable(2)))), 1));
        assertFalse(DependenceTest.independentInside(List.of(write(cube, Linear.variable(2))), 1));
        assertTrue(DependenceTest.independentInside(List.of(write(Space.of(8), Linear.of(3))), 1));
        assertFalse(
                DependenceTest.independentInside(List.of(write(cube, cell)), 2),
                "one cell for all iterations of the innermost loop");
    }

    @Test
    void kindsFollowWhoWrites() {
        Space all = Space.of(N);
        assertEquals(Kind.FLOW, kind(write(all, I.plus(1)), read(all, I)));
        assertEquals(ANTI, kind(write(all, I), read(all, I.plus(1))));
        assertEquals(FLOW, kind(read(all, I), write(all, I.plus(1))));
    }

    private static Kind kind(ArrayAccess... accesses) {
        return DependenceTest.of(List.of(accesses)).found().getFirst().kind();
    }
}
