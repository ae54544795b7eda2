package org.anabranch.loops.lift;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The references that may refer to one of several arrays from outside. The form has no such
 * references: an int variable selects the array, and each use becomes a choice among uses of the
 * arrays.
 */
final class Choices {
    /** A selection among arrays. */
    private record Choice(Local selector, List<Expression> among) {}

    private final LiftScope scope;
    private final Map<Local, Choice> choices = new HashMap<>();

    /** Variables of methods, by method and slot, that need such a selection. */
    final Set<String> wanted;

    Choices(LiftScope scope, Set<String> wanted) {
        this.scope = scope;
        this.wanted = wanted;
    }

    private Choice of(Expression reference) {
        return reference instanceof Read read ? choices.get(read.local()) : null;
    }

    boolean isOne(Expression reference) {
        return of(reference) != null;
    }

    /** Returns true if one reference can stand for both. */
    boolean alike(Expression one, Expression other) {
        String type = scope.type(one);
        boolean numbers = type.length() == 2 && type.startsWith("[");
        return numbers && type.equals(scope.type(other)) && isKnown(one) && isKnown(other);
    }

    private boolean isKnown(Expression reference) {
        return isOne(reference) || scope.sources.containsKey(((Read) reference).local());
    }

    /** Creates a reference with no arrays yet, or with the shared list of another reference. */
    Read make(Expression like, Expression sharing) {
        Local reference = scope.local("choice", Kind.REFERENCE);
        scope.types.put(reference, scope.type(like));
        List<Expression> among = sharing == null ? new ArrayList<>() : of(sharing).among;
        choices.put(reference, new Choice(scope.local("which", Kind.INT), among));
        return new Read(reference);
    }

    /** Sets a reference to the value of another; returns true if its list of arrays grew. */
    boolean copy(Expression from, Expression to, OperandStack values) {
        Choice target = of(to);
        Choice source = of(from);
        if (source != null && source.among == target.among) {
            values.assign(target.selector, new Read(source.selector));
            return false;
        }
        List<Expression> all = source == null ? List.of(from) : List.copyOf(source.among);
        int before = target.among.size();
        all.stream().filter(one -> !target.among.contains(one)).forEach(target.among::add);
        Function<Expression, Statement> use =
                one ->
                        new Statement.Assign(
                                target.selector,
                                Constant.of(target.among.indexOf(one)),
                                values.line);
        values.add(source == null ? use.apply(from) : each(source, all, use, values.line));
        return target.among.size() > before;
    }

    /** Returns the assignment between two references that share a list. */
    Statement copies(Expression from, Expression to, int line) {
        return new Statement.Assign(of(to).selector, new Read(of(from).selector), line);
    }

    /** Adds a use of the selected array. */
    void use(Expression reference, Function<Expression, Statement> use, OperandStack values) {
        Choice choice = of(reference);
        if (choice == null) {
            values.add(use.apply(reference));
            return;
        }
        if (choice.among.isEmpty()) {
            throw values.refuse("it chooses between arrays that are not known");
        }
        values.add(each(choice, choice.among, use, values.line));
    }

    /** Returns a value obtained from the selected array. */
    Read get(
            Expression reference,
            Kind kind,
            Function<Expression, Expression> from,
            OperandStack values) {
        Local got = scope.local("t", kind.computational());
        use(reference, one -> new Statement.Assign(got, from.apply(one), values.line), values);
        return new Read(got);
    }

    private static Statement each(
            Choice choice, List<Expression> among, Function<Expression, Statement> use, int line) {
        Statement chain = use.apply(among.getLast());
        for (int k = among.size() - 2; k >= 0; k--) {
            Expression is =
                    new Relation(ComparisonOperator.EQ, new Read(choice.selector), Constant.of(k));
            chain = new Statement.If(is, List.of(use.apply(among.get(k))), List.of(chain), line);
        }
        return chain;
    }
}
