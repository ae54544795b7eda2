package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.CodeElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A basic block, and what is found out about it. */
final class Block {
    final int number;
    final List<CodeElement> elements = new ArrayList<>();
    final List<Block> successors = new ArrayList<>();
    final List<Block> predecessors = new ArrayList<>();

    /** Position in reverse post-order; -1 where nothing leads here. */
    int order = -1;

    Block dominator;

    /** Innermost loop around it: the block that heads it, possibly this one. */
    Block header;

    final Set<Block> loop = new HashSet<>();

    int line;
    Map<Integer, Expression> references;
    List<Expression> stack;
    List<Statement> statements = List.of();
    Exit exit;

    Block(int number) {
        this.number = number;
    }

    boolean isHeader() {
        return !loop.isEmpty();
    }

    boolean dominates(Block other) {
        Block at = other;
        while (at != null && at.order > order) {
            at = at.dominator;
        }
        return at == this;
    }

    /** How control leaves a block. */
    sealed interface Exit {
        /** Goes to one place. */
        record Jump(Block target) implements Exit {}

        /** Goes to one of two. */
        record Choice(Expression condition, Block holds, Block otherwise) implements Exit {}

        /** Goes where a number says. */
        record Switch(Expression selector, Map<Integer, Block> cases, Block otherwise)
                implements Exit {}

        /** Leaves the method; its value is in the result variable. */
        record Return() implements Exit {}

        /** Throws. */
        record Throw() implements Exit {}
    }
}
