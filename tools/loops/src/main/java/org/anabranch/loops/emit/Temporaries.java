package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The temporaries of a piece of code: variables that are assigned once and read only after the
 * assignment, in the same list of statements or deeper.
 */
final class Temporaries {
    private final Map<Local, Integer> assigned = new HashMap<>();
    private final Set<Local> readElsewhere = new HashSet<>();
    private final Set<Local> known = new HashSet<>();

    private final Set<Local> read = new HashSet<>();
    private Statement.Repeat except;

    private Temporaries() {}

    static Set<Local> of(List<Statement> statements) {
        Temporaries found = new Temporaries();
        found.visit(statements);
        Set<Local> temporaries = new HashSet<>(found.assigned.keySet());
        temporaries.removeIf(
                local -> found.assigned.get(local) > 1 || found.readElsewhere.contains(local));
        return temporaries;
    }

    /** Returns the variables that the statements assign. */
    static Set<Local> assigned(List<Statement> statements) {
        Temporaries found = new Temporaries();
        found.visit(statements);
        return found.assigned.keySet();
    }

    /** Returns the variables that the statements may read before they assign them. */
    static Set<Local> readFirst(List<Statement> statements) {
        Temporaries found = new Temporaries();
        found.visit(statements);
        return found.readElsewhere;
    }

    /** Returns the variables that statements read anywhere except in one of them. */
    static Set<Local> readOutside(List<Statement> statements, Statement.Repeat except) {
        Temporaries found = new Temporaries();
        found.except = except;
        found.visit(statements);
        return found.read;
    }

    /** Returns the variables that an expression reads. */
    static Set<Local> reads(Expression expression) {
        Temporaries found = new Temporaries();
        found.read(expression);
        return found.read;
    }

    /** Visits statements; afterwards their definite assignments are forgotten. */
    private Set<Local> visit(List<Statement> statements) {
        Set<Local> here = new HashSet<>();
        for (Statement statement : statements) {
            expressions(statement, this::read);
            switch (statement) {
                case Statement.Assign assign -> {
                    assigned.merge(assign.target(), 1, Integer::sum);
                    if (known.add(assign.target())) {
                        here.add(assign.target());
                    }
                }
                case Statement.If choice -> {
                    Set<Local> both = visit(choice.then());
                    both.retainAll(visit(choice.otherwise()));
                    both.removeIf(local -> !known.add(local));
                    here.addAll(both);
                }
                case Statement.Repeat repeat -> {
                    if (!repeat.equals(except)) {
                        visit(repeat.body());
                    }
                }
                case Statement.Labelled block -> visit(block.body());
                default -> {}
            }
        }
        known.removeAll(here);
        return here;
    }

    private void read(Expression expression) {
        switch (expression) {
            case Expression.Read of -> {
                read.add(of.local());
                if (!known.contains(of.local())) {
                    readElsewhere.add(of.local());
                }
            }
            case Expression.Constant constant -> {}
            case Expression.Binary binary -> {
                read(binary.left());
                read(binary.right());
            }
            case Expression.Negate negate -> read(negate.operand());
            case Expression.Convert convert -> read(convert.operand());
            case Expression.Relation relation -> {
                read(relation.left());
                read(relation.right());
            }
            case Expression.Not not -> read(not.operand());
            case Expression.ThreeWay way -> {
                read(way.left());
                read(way.right());
            }
            case Expression.Apply apply -> apply.arguments().forEach(this::read);
            case Expression.Length length -> read(length.base());
            case Expression.NewArray made -> read(made.length());
            case Expression.Load load -> {
                if (load.base() != null) {
                    read(load.base());
                }
                if (load.index() != null) {
                    read(load.index());
                }
            }
        }
    }

    private static void expressions(Statement statement, Consumer<Expression> each) {
        switch (statement) {
            case Statement.Assign assign -> each.accept(assign.value());
            case Statement.Store store -> {
                if (store.base() != null) {
                    each.accept(store.base());
                }
                if (store.index() != null) {
                    each.accept(store.index());
                }
                each.accept(store.value());
            }
            case Statement.If choice -> each.accept(choice.condition());
            default -> {}
        }
    }
}
