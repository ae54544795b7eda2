package org.anabranch.k2h.protocol;

import org.anabranch.k2h.program.Operand;

import java.util.List;

/**
 * The operands declared by a finish scope and those around it.
 *
 * @param id number that travels with tasks, 0 for none
 * @param operands all that are in force
 */
public record Scope(int id, List<Operand> operands) {
    /** Nothing declared. */
    public static final Scope NONE = new Scope(0, List.of());

    /** Copies. */
    public Scope {
        operands = List.copyOf(operands);
    }
}
