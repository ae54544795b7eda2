package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.List;
import java.util.Set;

/** The uses of variables in statements, and their exits. */
public final class Variables {
    private Variables() {}

    /**
     * Returns the variables that statements assign.
     *
     * @param statements in order
     * @return the variables
     */
    public static Set<Local> assigned(List<Statement> statements) {
        return Temporaries.assigned(statements);
    }

    /**
     * Returns the variables that statements may read before they assign them.
     *
     * @param statements in order
     * @return the variables
     */
    public static Set<Local> readFirst(List<Statement> statements) {
        return Temporaries.readFirst(statements);
    }

    /**
     * Returns the variables that statements read.
     *
     * @param statements in order
     * @return the variables
     */
    public static Set<Local> read(List<Statement> statements) {
        return Temporaries.readOutside(statements, null);
    }

    /**
     * Returns true if statements write memory.
     *
     * @param statements in order
     * @return true if there is a store
     */
    public static boolean stores(List<Statement> statements) {
        return statements.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.Store store -> true;
                                    case Statement.If choice ->
                                            stores(choice.then()) || stores(choice.otherwise());
                                    case Statement.Repeat repeat -> stores(repeat.body());
                                    case Statement.Labelled block -> stores(block.body());
                                    default -> false;
                                });
    }

    /**
     * Returns true if statements leave or continue an enclosing loop, or end the iteration.
     *
     * @param statements in order
     * @param label of the loop
     * @return true if there is such a jump
     */
    public static boolean leaves(List<Statement> statements, int label) {
        return statements.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.End end -> true;
                                    case Statement.Break jump -> jump.label() == label;
                                    case Statement.Continue jump -> jump.label() == label;
                                    case Statement.If choice ->
                                            leaves(choice.then(), label)
                                                    || leaves(choice.otherwise(), label);
                                    case Statement.Repeat repeat -> leaves(repeat.body(), label);
                                    case Statement.Labelled block -> leaves(block.body(), label);
                                    default -> false;
                                });
    }
}
