package org.anabranch.k2h.protocol;

import org.anabranch.k2h.program.Operand;

import java.util.List;

/**
 * The operands declared by a finish scope and its enclosing ones.
 *
 * @param id number that travels with tasks, 0 for none
 * @param operands all that are in force
 */
public record OperandScope(int id, List<Operand> operands) {
    /** No declared operands. */
    public static final OperandScope NONE = new OperandScope(0, List.of());

    /** Copies the list. */
    public OperandScope {
        operands = List.copyOf(operands);
    }
}
