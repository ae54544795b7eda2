package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.CodeElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A basic block, with the results of the flow analysis. */
final class BasicBlock {
    final int number;
    final List<CodeElement> elements = new ArrayList<>();
    final List<BasicBlock> successors = new ArrayList<>();
    final List<BasicBlock> predecessors = new ArrayList<>();

    /** Position in reverse post-order; -1 if unreachable. */
    int order = -1;

    BasicBlock dominator;

    /** The header of the innermost loop around it, possibly this block itself. */
    BasicBlock header;

    final Set<BasicBlock> loop = new HashSet<>();

    int line;
    Map<Integer, Expression> references;
    List<Expression> stack;
    List<Statement> statements = List.of();
    Exit exit;

    BasicBlock(int number) {
        this.number = number;
    }

    /** Returns the blocks that may follow; a translated exit may rule out some successors. */
    List<BasicBlock> next() {
        return exit instanceof Exit.Jump jump ? List.of(jump.target()) : successors;
    }

    boolean isHeader() {
        return !loop.isEmpty();
    }

    boolean dominates(BasicBlock other) {
        BasicBlock at = other;
        while (at != null && at.order > order) {
            at = at.dominator;
        }
        return at == this;
    }

    /** The way in which control leaves a block. */
    sealed interface Exit {
        /** A jump to one block. */
        record Jump(BasicBlock target) implements Exit {}

        /** A branch to one of two blocks. */
        record Choice(Expression condition, BasicBlock holds, BasicBlock otherwise)
                implements Exit {}

        /** A switch on a number. */
        record Switch(Expression selector, Map<Integer, BasicBlock> cases, BasicBlock otherwise)
                implements Exit {}

        /** The return from the method; its value is in the result variable. */
        record Return() implements Exit {}

        /** The throwing of an exception. */
        record Throw() implements Exit {}
    }
}
