package org.anabranch.loops.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A statement of a body. Lists of statements are structured: control leaves one only at its end, or
 * by {@link Break}, {@link Continue}, {@link End} or {@link Fault}. Lines are those of the source
 * file, 0 where they are not known.
 */
public sealed interface Statement {

    /** {@return line of the source, or 0} */
    int line();

    /** {@return the branches of a choice, the body of a loop or block} */
    default List<List<Statement>> lists() {
        return switch (this) {
            case If choice -> List.of(choice.then, choice.otherwise);
            case Region region -> List.of(region.body());
            default -> List.of();
        };
    }

    /** {@return the expressions that it evaluates itself, in order} */
    default List<Expression> expressions() {
        return switch (this) {
            case Assign assign -> List.of(assign.value);
            case Store store ->
                    Stream.of(store.base, store.index, store.value)
                            .filter(Objects::nonNull)
                            .toList();
            case If choice -> List.of(choice.condition);
            default -> List.of();
        };
    }

    /** {@return the memory that it reads or writes, as a load; null if it does neither} */
    default Expression.Load access() {
        return switch (this) {
            case Assign assign when assign.value instanceof Expression.Load load -> load;
            case Store store -> new Expression.Load(store.element, store.base, store.index);
            default -> null;
        };
    }

    /**
     * Returns the statement with other parts.
     *
     * @param expression returns the expression that replaces one of {@link #expressions}
     * @param list returns the statements that replace one of {@link #lists}
     * @return the changed statement
     */
    default Statement map(
            UnaryOperator<Expression> expression, UnaryOperator<List<Statement>> list) {
        return switch (this) {
            case Assign assign ->
                    new Assign(assign.target, expression.apply(assign.value), assign.line);
            case Store store ->
                    new Store(
                            store.element,
                            store.base == null ? null : expression.apply(store.base),
                            store.index == null ? null : expression.apply(store.index),
                            expression.apply(store.value),
                            store.line);
            case If choice ->
                    new If(
                            expression.apply(choice.condition),
                            list.apply(choice.then),
                            list.apply(choice.otherwise),
                            choice.line);
            case Repeat loop -> new Repeat(loop.label, list.apply(loop.body), loop.line);
            case Labelled block -> new Labelled(block.label, list.apply(block.body), block.line);
            default -> this;
        };
    }

    /**
     * Returns the statement with other lists; itself if it has none.
     *
     * @param list returns the statements that replace one of {@link #lists}
     * @return the changed statement
     */
    default Statement mapLists(UnaryOperator<List<Statement>> list) {
        return lists().isEmpty() ? this : map(UnaryOperator.identity(), list);
    }

    /**
     * Returns statements and all within them.
     *
     * @param statements in order
     * @return each statement, followed by those within it
     */
    static List<Statement> all(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            all.add(statement);
            statement.lists().forEach(list -> all.addAll(all(list)));
        }
        return all;
    }

    /**
     * Returns the ways in which control leaves statements other than to the code after them.
     *
     * @param statements in order
     * @return the jumps to labels that are not among them, and the ends of the iteration
     */
    static List<Statement> exits(List<Statement> statements) {
        List<Statement> all = all(statements);
        Set<Integer> inside = new HashSet<>();
        for (Statement one : all) {
            if (one instanceof Region region) {
                inside.add(region.label());
            }
        }
        return all.stream()
                .filter(
                        one ->
                                one instanceof End
                                        || one instanceof Jump jump
                                                && !inside.contains(jump.label()))
                .toList();
    }

    /** A statement with a label, to which jumps inside lead. */
    sealed interface Region extends Statement {
        /** {@return the label, unique in the body of the loop} */
        int label();

        /** {@return the statements} */
        List<Statement> body();
    }

    /** A jump to a label. */
    sealed interface Jump extends Statement {
        /** {@return the label of an enclosing region} */
        int label();
    }

    /**
     * An assignment. Its value may be a load, a length or a division of integers, which may fault.
     *
     * @param target the variable, no input
     * @param value of the same kind
     * @param line of the source, or 0
     */
    record Assign(Local target, Expression value, int line) implements Statement {
        /** {@return the integer constant that it adds to its variable; 0 if it does otherwise} */
        public long step() {
            if (!(value instanceof Expression.Binary sum) || !sum.kind().isInteger()) {
                return 0;
            }
            boolean adds = sum.operator() == Operator.ADD;
            Expression variable = new Expression.Read(target);
            boolean turned = adds && sum.right().equals(variable);
            Expression added = turned ? sum.left() : sum.right();
            boolean fits = turned || sum.left().equals(variable);
            if (!fits
                    || !adds && sum.operator() != Operator.SUB
                    || !(added instanceof Expression.Constant by)
                    || by.bits() == Long.MIN_VALUE) {
                return 0;
            }
            return adds ? by.bits() : -by.bits();
        }
    }

    /**
     * A store to memory. Faults as a load of the same element does.
     *
     * @param element the element
     * @param base as in {@link Expression.Load}
     * @param index as in {@link Expression.Load}
     * @param value of the element's computational kind; narrowed to the element
     * @param line of the source, or 0
     */
    record Store(Element element, Expression base, Expression index, Expression value, int line)
            implements Statement {}

    /**
     * A choice.
     *
     * @param condition an INT; true if not 0
     * @param then if it is true
     * @param otherwise if it is not, possibly empty
     * @param line of the source, or 0
     */
    record If(Expression condition, List<Statement> then, List<Statement> otherwise, int line)
            implements Statement {
        /** Copies the lists. */
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }

        /** {@return the jump or the end of the iteration that is all it does; else null} */
        public Statement exit() {
            Statement only = otherwise.isEmpty() && then.size() == 1 ? then.getFirst() : null;
            return only instanceof Jump || only instanceof End ? only : null;
        }

        /**
         * Returns true if it does nothing but break out of a region.
         *
         * @param label of the region
         * @return true if that is so
         */
        public boolean breaks(int label) {
            return exit() instanceof Break jump && jump.label() == label;
        }
    }

    /**
     * A loop: runs its body until control leaves it; after the end of the body it continues at the
     * start. A loop that tests first begins with an {@link If} that breaks.
     *
     * @param label for {@link Break} and {@link Continue}
     * @param body the statements to repeat
     * @param line of the source, or 0
     */
    record Repeat(int label, List<Statement> body, int line) implements Region {
        /** Copies the list. */
        public Repeat {
            body = List.copyOf(body);
        }
    }

    /**
     * A labelled block: runs its body once; a {@link Break} inside jumps to its end.
     *
     * @param label of the block
     * @param body the statements
     * @param line of the source, or 0
     */
    record Labelled(int label, List<Statement> body, int line) implements Region {
        /** Copies the list. */
        public Labelled {
            body = List.copyOf(body);
        }
    }

    /**
     * A jump to the end of an enclosing {@link Repeat} or {@link Labelled}.
     *
     * @param label its label
     * @param line of the source, or 0
     */
    record Break(int label, int line) implements Jump {}

    /**
     * A jump to the start of an enclosing {@link Repeat}.
     *
     * @param label its label
     * @param line of the source, or 0
     */
    record Continue(int label, int line) implements Jump {}

    /**
     * The end of the iteration.
     *
     * @param line of the source, or 0
     */
    record End(int line) implements Statement {}

    /**
     * A fault: the iteration throws here. The exception is that of running the iteration again in
     * Java.
     *
     * @param line of the source, or 0
     */
    record Fault(int line) implements Statement {}
}
