package org.anabranch.loops.ir;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The body of a loop: the code of one iteration, given the loop variable. Immutable. It depends on
 * code alone, never on the values of a call, so it can be cached.
 *
 * @param name class and method, for people
 * @param file source file, or empty
 * @param index the loop variable, an INT or LONG; never assigned
 * @param inputs values that are the same for every iteration, in the order in which they appear
 * @param locals all variables, by number, including index and inputs
 * @param statements the code of one iteration, in order
 */
public record LoopBody(
        String name,
        String file,
        Local index,
        List<Input> inputs,
        List<Local> locals,
        List<Statement> statements) {

    /** Copies the lists. */
    public LoopBody {
        inputs = List.copyOf(inputs);
        locals = List.copyOf(locals);
        statements = List.copyOf(statements);
    }

    /** {@return the variables that hold arrays created by the iteration itself} */
    public Set<Local> ownArrays() {
        Set<Local> found = new HashSet<>();
        for (Statement statement : Statement.all(statements)) {
            if (statement instanceof Statement.Assign assign
                    && assign.value() instanceof Expression.NewArray) {
                found.add(assign.target());
            }
        }
        return found;
    }
}
