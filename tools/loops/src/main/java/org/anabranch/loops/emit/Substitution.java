package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A substitution of variables by expressions; also copy propagation.
 *
 * @param values the value of each variable, the same wherever it is read
 */
public record Substitution(Map<Local, Expression> values) {

    /**
     * Propagates copies of inputs and constants.
     *
     * @param statements of a body
     * @param inputs its inputs, which never change
     * @return the statements without variables that hold an input or a constant
     */
    public static List<Statement> ofCopies(List<Statement> statements, Set<Local> inputs) {
        List<Statement> result = statements;
        while (true) {
            Map<Local, Expression> copies = new HashMap<>();
            Set<Local> several = new HashSet<>();
            assigned(result, inputs, copies, several);
            copies.keySet().removeAll(several);
            copies.values().removeIf(value -> value == null);
            if (copies.isEmpty()) {
                return result;
            }
            result = new Substitution(copies).in(result);
        }
    }

    private static void assigned(
            List<Statement> statements,
            Set<Local> inputs,
            Map<Local, Expression> copies,
            Set<Local> several) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign -> {
                    Expression value = assign.value();
                    boolean copy =
                            value instanceof Expression.Constant
                                    || value instanceof Expression.Read read
                                            && inputs.contains(read.local());
                    if (copies.containsKey(assign.target())) {
                        several.add(assign.target());
                    }
                    copies.put(assign.target(), copy ? value : null);
                }
                case Statement.If choice -> {
                    assigned(choice.then(), inputs, copies, several);
                    assigned(choice.otherwise(), inputs, copies, several);
                }
                case Statement.Repeat repeat -> assigned(repeat.body(), inputs, copies, several);
                case Statement.Labelled block -> assigned(block.body(), inputs, copies, several);
                default -> {}
            }
        }
    }

    /**
     * Replaces the variables and drops the assignments to them.
     *
     * @param statements of a body
     * @return the statements without the variables
     */
    public List<Statement> in(List<Statement> statements) {
        List<Statement> result = new ArrayList<>();
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign -> {
                    if (!values.containsKey(assign.target())) {
                        result.add(
                                new Statement.Assign(
                                        assign.target(), in(assign.value()), assign.line()));
                    }
                }
                case Statement.Store store ->
                        result.add(
                                new Statement.Store(
                                        store.element(),
                                        in(store.base()),
                                        in(store.index()),
                                        in(store.value()),
                                        store.line()));
                case Statement.If choice ->
                        result.add(
                                new Statement.If(
                                        in(choice.condition()),
                                        in(choice.then()),
                                        in(choice.otherwise()),
                                        choice.line()));
                case Statement.Repeat repeat ->
                        result.add(
                                new Statement.Repeat(
                                        repeat.label(), in(repeat.body()), repeat.line()));
                case Statement.Labelled block ->
                        result.add(
                                new Statement.Labelled(
                                        block.label(), in(block.body()), block.line()));
                default -> result.add(statement);
            }
        }
        return result;
    }

    Expression in(Expression expression) {
        return switch (expression) {
            case null -> null;
            case Expression.Read read -> values.getOrDefault(read.local(), read);
            case Expression.Constant constant -> constant;
            case Expression.Binary binary ->
                    new Expression.Binary(
                            binary.operator(),
                            binary.kind(),
                            in(binary.left()),
                            in(binary.right()));
            case Expression.Negate negate -> new Expression.Negate(in(negate.operand()));
            case Expression.Convert convert ->
                    new Expression.Convert(convert.to(), in(convert.operand()));
            case Expression.Relation relation ->
                    new Expression.Relation(
                            relation.order(), in(relation.left()), in(relation.right()));
            case Expression.Not not -> new Expression.Not(in(not.operand()));
            case Expression.ThreeWay way ->
                    new Expression.ThreeWay(in(way.left()), in(way.right()), way.unordered());
            case Expression.Apply apply ->
                    new Expression.Apply(
                            apply.function(),
                            apply.operands(),
                            apply.arguments().stream().map(this::in).toList());
            case Expression.Length length -> new Expression.Length(in(length.base()));
            case Expression.NewArray made ->
                    new Expression.NewArray(made.element(), in(made.length()));
            case Expression.Load load ->
                    new Expression.Load(load.element(), in(load.base()), in(load.index()));
        };
    }
}
