package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operand stack and variables of one block, and the statements translated so far. */
final class OperandStack {
    final LiftScope scope;
    final List<Expression> stack;
    final Map<Integer, Expression> references;
    final List<Statement> statements = new ArrayList<>();
    int line;

    /** True if the block throws at its end. */
    boolean throwing;

    OperandStack(LiftScope scope, List<Expression> stack, Map<Integer, Expression> references) {
        this.scope = scope;
        this.stack = new ArrayList<>(stack);
        this.references = new HashMap<>(references);
    }

    Expression pop() {
        return stack.removeLast();
    }

    void push(Expression value) {
        stack.add(value);
    }

    BodyRefusal refuse(String reason) {
        return new BodyRefusal(reason, line);
    }

    void add(Statement statement) {
        if (++scope.statements > 20_000) {
            throw refuse("the body is too long");
        }
        statements.add(statement);
    }

    /** Assigns a value to a temporary if it must not be evaluated later. */
    Expression fix(Expression value) {
        if (value instanceof Expression.Constant
                || value instanceof Expression.Read && value.kind() == Kind.REFERENCE) {
            return value;
        }
        return temporary(value);
    }

    Expression temporary(Expression value) {
        Local local = scope.local("t", value.kind());
        add(new Statement.Assign(local, value, line));
        return new Expression.Read(local);
    }

    /** Assigns a variable, after saving its old value where the stack refers to it. */
    void assign(Local local, Expression value) {
        for (int i = 0; i < stack.size(); i++) {
            if (stack.get(i).reads(local)) {
                stack.set(i, temporary(stack.get(i)));
            }
        }
        if (!(value instanceof Expression.Read read && read.local().equals(local))) {
            add(new Statement.Assign(local, value, line));
        }
    }
}
