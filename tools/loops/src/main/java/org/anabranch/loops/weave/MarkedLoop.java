package org.anabranch.loops.weave;

import org.anabranch.loops.ir.ComparisonOperator;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.MonitorInstruction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A counted loop with a constant step, found in a method's code. It has the form of javac, which
 * tests first, or that of ECJ, which jumps to a test at the end.
 */
final class MarkedLoop {
    final int slot;
    final int line;

    /** The first element of the loop; the next field is the element after it. */
    int from;

    int to;

    /** The first instruction of the test. */
    private int head;

    /** The elements of one iteration. */
    int bodyFrom;

    int bodyTo;

    boolean inclusive;

    /** The kind of the variable: int or long. */
    TypeKind kind;

    /** The increment of the variable after an iteration; 0 if code computes it. */
    long step;

    List<Instruction> stepCode;

    /** True if the loop continues as long as the variable is below the bound. */
    boolean up;

    List<Instruction> bound;

    /** True if the bound may change during an iteration. */
    boolean boundMoves;

    Handlers handlers;

    private List<CodeElement> code;
    private Map<Label, Integer> labels;
    private Reads reads;

    private MarkedLoop(int slot, int line, List<CodeElement> code, Map<Label, Integer> labels) {
        this.slot = slot;
        this.line = line;
        this.code = code;
        this.labels = labels;
    }

    /**
     * Finds a loop.
     *
     * @param code the method
     * @param labels positions of its labels
     * @param start where the scope of the variable begins
     * @param slot of the variable
     * @throws NotWovenException if it is of another form
     */
    static MarkedLoop find(
            List<CodeElement> code, Map<Label, Integer> labels, int start, int slot) {
        MarkedLoop loop = new MarkedLoop(slot, line(code, start), code, labels);
        int first = LoopTest.begin(code, loop.next(start), slot);
        if (code.get(first) instanceof BranchInstruction jump
                && jump.opcode() == Opcode.GOTO
                && labels.get(jump.target()) > first) {
            loop.testsLast(first, labels.get(jump.target()));
        } else {
            loop.testsFirst(first);
        }
        loop.check();
        return loop;
    }

    static int line(List<CodeElement> code, int at) {
        for (int i = Math.min(at, code.size() - 1); i >= 0; i--) {
            if (code.get(i) instanceof LineNumber number) {
                return number.line();
            }
        }
        return 0;
    }

    NotWovenException refuse(String reason) {
        return new NotWovenException(reason, line);
    }

    /** Returns the next instruction. */
    private int next(int at) {
        for (int i = at; i < code.size(); i++) {
            if (code.get(i) instanceof Instruction) {
                return i;
            }
        }
        throw refuse("there is no loop");
    }

    private int previous(int at) {
        int found = LoopStep.previous(code, at);
        if (found < 0) {
            throw refuse("there is no loop");
        }
        return found;
    }

    private void testsFirst(int head) {
        LoopTest test = test(head);
        int exit = labels.get(((BranchInstruction) code.get(test.branch())).target());
        int back = previous(exit);
        boolean closes =
                code.get(back) instanceof BranchInstruction jump
                        && jump.opcode() == Opcode.GOTO
                        && next(labels.get(jump.target())) == head;
        if (!closes) {
            throw refuse("it is no loop that tests its variable first");
        }
        set(test, test.order().negated(), step(back));
        this.head = head;
        from = head;
        to = back + 1;
        bodyFrom = test.branch() + 1;
    }

    private void testsLast(int jump, int place) {
        int head = next(place);
        LoopTest test = test(head);
        int start = labels.get(((BranchInstruction) code.get(test.branch())).target());
        if (next(start) != next(jump + 1)) {
            throw refuse("it is no loop that tests its variable first");
        }
        set(test, test.order(), step(head));
        this.head = head;
        from = jump;
        to = test.branch() + 1;
        bodyFrom = jump + 1;
    }

    private LoopTest test(int head) {
        LoopTest test = LoopTest.read(code, head, slot);
        if (test == null) {
            throw refuse(
                    "its test does not compare its variable, an int or a long, by <, <=, > or >="
                            + " with a value of its type (put the bound into a variable)");
        }
        kind = test.kind();
        return test;
    }

    private LoopStep step(int end) {
        LoopStep found = LoopStep.before(code, end, slot);
        LoopSteps all = found == null ? LoopSteps.before(code, labels, end, slot) : null;
        if (all != null) {
            code = all.code();
            labels = all.labels();
            found = LoopStep.before(code, end, slot);
        }
        if (found == null || found.size() == 0 && found.code().isEmpty()) {
            throw refuse("it does not count by what stays the same");
        }
        return found;
    }

    private void set(LoopTest test, ComparisonOperator goesOn, LoopStep found) {
        bound = test.bound();
        boundMoves = test.moves();
        step = found.size();
        stepCode = found.code();
        bodyTo = found.at();
        up = goesOn == ComparisonOperator.LT || goesOn == ComparisonOperator.LE;
        if (stepCode.isEmpty() && up != step > 0) {
            throw refuse("it counts away from its bound");
        }
        inclusive = goesOn == ComparisonOperator.LE || goesOn == ComparisonOperator.GE;
    }

    /** Returns true if it counts up by one, so that iterations receive the variable itself. */
    boolean isPlain() {
        return step == 1;
    }

    private void check() {
        boolean locked = body().stream().anyMatch(element -> element instanceof MonitorInstruction);
        if (locked) {
            throw refuse("it is synchronized");
        }
        reads = new Reads(code, labels);
        handlers = new Handlers(this, code, reads);
        for (Instruction part : bound) {
            if (part instanceof LoadInstruction load
                    && (load.slot() == slot || isSet(load.slot()))) {
                throw refuse("it changes its bound");
            }
        }
        for (Instruction part : stepCode) {
            if (part instanceof LoadInstruction load && isSet(load.slot())) {
                throw refuse("it changes its step");
            }
        }
        if (isSet(slot)) {
            throw refuse("it sets its variable");
        }
    }

    /** Returns true if an iteration sets a variable. */
    boolean isSet(int variable) {
        return body().stream().anyMatch(element -> Reads.sets(element, variable));
    }

    /** Returns true if an iteration uses the value that the previous one left in a variable. */
    boolean isCarried(int variable) {
        return reads.any(variable, bodyFrom, bodyFrom, bodyTo);
    }

    /**
     * Returns the increment of a variable in each iteration, if it is the same on every path; else
     * null.
     */
    Long added(int variable) {
        return reads.added(variable, bodyFrom, bodyTo);
    }

    /** Returns true if the value of a variable after the loop is live. */
    boolean isLive(int variable) {
        return reads.any(variable, to, 0, code.size());
    }

    /** Returns true if the value of a variable before the loop is live. */
    boolean isLiveBefore(int variable) {
        return reads.any(variable, from, 0, code.size());
    }

    /** Returns true for the label of the test. */
    boolean isHead(Label label) {
        Integer at = labels.get(label); // none where only a frame begins
        return at != null && next(at) == head;
    }

    /** Returns true if the value of a variable is used after an iteration throws. */
    boolean isCaught(int variable) {
        return reads.handlers(from).stream()
                .anyMatch(handler -> reads.any(variable, handler, 0, code.size()));
    }

    /**
     * Returns true if the program's own loop can stay beside the call: its bound may be computed
     * once more without an effect.
     */
    boolean canStay() {
        return bound.stream().noneMatch(InvokeInstruction.class::isInstance)
                && bound.stream().noneMatch(InvokeDynamicInstruction.class::isInstance);
    }

    /** Returns true if a jump leads back to the test at the beginning. */
    boolean isBack(Label target) {
        int at = labels.get(target);
        return at <= from && next(at) == from;
    }

    /** Returns the heads of the enclosing loops, the outermost first. */
    List<Label> outerHeads() {
        Map<Integer, Label> heads = new TreeMap<>();
        for (int end = to; end < code.size(); end++) {
            if (code.get(end) instanceof BranchInstruction jump
                    && labels.get(jump.target()) <= from) {
                heads.put(labels.get(jump.target()), head(jump.target(), end));
            }
        }
        return List.copyOf(heads.values());
    }

    /** Returns the head of a loop: its start, or its test if a jump leads there first. */
    private Label head(Label start, int end) {
        int before = LoopStep.previous(code, labels.get(start));
        boolean testsLast =
                before >= 0
                        && code.get(before) instanceof BranchInstruction jump
                        && jump.opcode() == Opcode.GOTO
                        && labels.get(jump.target()) > labels.get(start)
                        && labels.get(jump.target()) <= end;
        return testsLast ? ((BranchInstruction) code.get(before)).target() : start;
    }

    /** Returns true if a jump ends the loop. */
    boolean isExit(Label target) {
        return labels.get(target) >= to;
    }

    /** Returns true if a jump ends the iteration. */
    boolean ends(Label target) {
        int at = labels.get(target);
        return at >= bodyTo - trailing() && at <= bodyTo;
    }

    /** Returns the labels and line numbers directly before the increment. */
    private int trailing() {
        int count = 0;
        while (bodyTo - count - 1 >= bodyFrom
                && (code.get(bodyTo - count - 1) instanceof LabelTarget
                        || code.get(bodyTo - count - 1) instanceof LineNumber)) {
            count++;
        }
        return count;
    }

    /** Returns true if the scope of a variable begins within an iteration. */
    boolean isInner(LocalVariable variable) {
        int at = labels.get(variable.startScope());
        return at >= bodyFrom && at < bodyTo;
    }

    boolean isInside(Label target) {
        int at = labels.get(target);
        return at >= bodyFrom && at <= bodyTo;
    }

    /** Returns the line of the iteration's first instruction, or 0. */
    int firstLine() {
        return line(code, bodyFrom);
    }

    List<CodeElement> body() {
        return code.subList(bodyFrom, bodyTo);
    }

    int positionOf(Label label) {
        return labels.get(label);
    }
}
