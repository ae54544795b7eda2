package org.anabranch.loops.trace;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Jumps that depend on memory that the loop writes. The bodies are written as they are lifted where
 * a loop is repeated from two places, which javac never does.
 */
class TracedJumpsTest {
    private static final int N = 12;

    private static final Local TO = new Local(0, "to", Kind.REFERENCE);
    private static final Local I = new Local(1, "i", Kind.INT);
    private static final Local AT = new Local(2, "at", Kind.INT);
    private static final Local K = new Local(3, "k", Kind.INT);
    private static final Local FLAG = new Local(4, "flag", Kind.INT);

    private static final Element INT = Element.ofArray(Kind.INT);
    private static final Statement BREAK = new Statement.Break(0, 0);
    private static final Statement AGAIN = new Statement.Continue(0, 0);

    private static Expression read(Local local) {
        return new Read(local);
    }

    private static Statement set(Local local, Expression value) {
        return new Statement.Assign(local, value, 0);
    }

    private static Statement when(Expression condition, Statement... then) {
        return new Statement.If(condition, List.of(then), List.of(), 0);
    }

    private static Expression is(Local local, ComparisonOperator order, int value) {
        return new Relation(order, read(local), Constant.of(value));
    }

    private static final Expression MAYBE = is(FLAG, ComparisonOperator.EQ, 1);
    private static final Statement NEXT =
            set(K, new Binary(Operator.ADD, Kind.INT, read(K), Constant.of(1)));

    /** Returns true if {@code to[at] = 1} after a loop accesses another cell in each iteration. */
    private static boolean apart(Expression before, Statement... loop) {
        Statement flag = set(FLAG, new Expression.Load(INT, read(TO), read(I)));
        Statement store = new Statement.Store(INT, read(TO), read(AT), Constant.of(1), 0);
        List<Statement> all = new ArrayList<>(List.of(flag, set(AT, before)));
        all.add(set(K, Constant.of(0)));
        all.add(new Statement.Repeat(0, List.of(loop), 0));
        all.add(store);
        LoopBody body =
                new LoopBody(
                        "jumps",
                        "",
                        I,
                        List.of(new Input(TO, new Source.Captured(0), "[I")),
                        List.of(TO, I, AT, K, FLAG),
                        all);
        return Trace.independent(
                body, Map.of(TO, new int[N]), Set.of(store), Set.of(), 0, N, 100_000);
    }

    private static boolean continued(Expression early, Expression late) {
        return apart(
                Constant.of(3),
                when(is(K, ComparisonOperator.GE, 1), BREAK),
                NEXT,
                set(AT, early),
                when(MAYBE, AGAIN),
                set(AT, late));
    }

    @Test
    @DisplayName("JA-08: unsound without the meet at continue: a variable may be what it was there")
    void ja08TheMeetAtContinue() {
        assertTrue(continued(read(I), read(I)));
        assertFalse(continued(Constant.of(5), read(I)), "what it was at continue is left out");
        assertFalse(continued(read(I), Constant.of(5)), "what it was at the end is left out");
    }

    private static boolean leftOrAgain(Expression first, Expression second) {
        return apart(
                first,
                NEXT,
                when(is(K, ComparisonOperator.EQ, 2), set(AT, second)),
                when(is(K, ComparisonOperator.EQ, 3), BREAK),
                when(MAYBE, AGAIN),
                BREAK);
    }

    @Test
    @DisplayName("JA-08: unsound where only one of break and continue is followed")
    void ja08BreakOrContinue() {
        assertTrue(leftOrAgain(read(I), read(I)));
        assertFalse(leftOrAgain(read(I), Constant.of(5)), "continue is not followed");
        assertFalse(leftOrAgain(Constant.of(5), read(I)), "break is not followed");
    }
}
