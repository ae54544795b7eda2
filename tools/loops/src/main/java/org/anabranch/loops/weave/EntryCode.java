package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import org.anabranch.loops.weave.LoopEntries.Entry;
import org.anabranch.loops.weave.LoopEntries.Stage;
import org.anabranch.loops.weave.LoopEntries.Variable;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The code by which control passes between the versions of a method at its marked loops, for one
 * version. {@link SavedVariables} carry the variables.
 */
final class EntryCode {
    static final ClassDesc SAVED = ClassDesc.of(SavedVariables.class.getName());

    /** The ends of the names of methods that take a variable. */
    private static final Map<TypeKind, String> KINDS =
            Map.of(
                    TypeKind.INT, "Int",
                    TypeKind.LONG, "Long",
                    TypeKind.FLOAT, "Float",
                    TypeKind.DOUBLE, "Double",
                    TypeKind.REFERENCE, "Object");

    private final LoopEntries entries;
    private final Map<MarkedLoop, Label> begins = new HashMap<>();
    private final List<Open> open = new ArrayList<>();

    /** The slot of the saved variables. */
    private int saved;

    /** The slot of the number of the loop that is being entered, if any. */
    private int number;

    private Label start;

    /** A stage of a path whose code is not written as yet. */
    private record Open(MarkedLoop loop, int stage, Label label) {}

    EntryCode(LoopEntries entries) {
        this.entries = entries;
    }

    /** Writes the beginning of a continuation: goes to the loop. */
    void start(CodeBuilder code) {
        // slots of their own also for code whose debug information tells of unused ones
        saved = code.allocateLocal(TypeKind.REFERENCE);
        number = code.allocateLocal(TypeKind.INT);
        // the parameter is where the method has a variable of its own
        code.aload(entries.isStatic() ? 0 : 1).astore(saved);
        start = code.newBoundLabel();
        code.aload(saved).invokevirtual(SAVED, "enter", MethodTypeDesc.of(CD_int));
        code.istore(number);
        entries.loops().forEach(loop -> begins.put(loop, code.newLabel()));
        List<Open> first = new ArrayList<>();
        entries.loops().forEach(loop -> first.add(new Open(loop, 0, code.newLabel())));
        choose(first, first.getFirst().label, code);
        writePaths(code);
    }

    /**
     * Writes a jump at the head of an enclosing loop: to the next stage of the path to the marked
     * loop that is being entered, if any.
     */
    void dispatch(Label head, CodeBuilder code) {
        List<Open> through = new ArrayList<>();
        for (MarkedLoop loop : entries.loops()) {
            int stage = entries.at(loop).stageTo(head);
            if (stage >= 0) {
                through.add(new Open(loop, stage + 1, code.newLabel()));
            }
        }
        if (!through.isEmpty()) {
            Label none = code.newLabel();
            choose(through, none, code);
            code.labelBinding(none);
        }
    }

    /** Writes a switch on the loop that is being entered. */
    private void choose(List<Open> stages, Label other, CodeBuilder code) {
        List<SwitchCase> cases = new ArrayList<>();
        for (Open one : stages) {
            cases.add(SwitchCase.of(entries.loops().indexOf(one.loop), one.label));
        }
        code.iload(number).lookupswitch(other, cases);
        open.addAll(stages);
    }

    /** Writes the stages of paths that are jump targets so far. */
    void writePaths(CodeBuilder code) {
        for (Open one : open) {
            code.labelBinding(one.label);
            Entry entry = entries.at(one.loop);
            Stage stage = entry.stages().get(one.stage);
            stage.restored().forEach(v -> restore(v, entry.saved().indexOf(v), code));
            stage.dead().forEach(v -> nothing(v.kind(), code).storeLocal(v.kind(), v.slot()));
            if (stage.head() == null) {
                code.loadConstant(SavedVariables.NONE).istore(number);
            }
            code.goto_w(stage.head() == null ? begins.get(one.loop) : stage.head());
        }
        open.clear();
    }

    private void restore(Variable one, int place, CodeBuilder code) {
        if (one.type() == null) {
            code.aconst_null();
        } else {
            MethodTypeDesc take = MethodTypeDesc.of(one.kind().upperBound(), CD_int);
            code.aload(saved).loadConstant(place);
            code.invokevirtual(SAVED, "take" + KINDS.get(one.kind()), take);
            if (one.kind() == TypeKind.REFERENCE && !one.type().equals(CD_Object)) {
                code.checkcast(one.type());
            }
        }
        code.storeLocal(one.kind(), one.slot());
    }

    /** Returns where a loop begins that is entered, or null if this version is no continuation. */
    Label begin(MarkedLoop loop) {
        return begins.get(loop);
    }

    /** Writes that control leaves this version at a loop: saves the live variables. */
    void save(MarkedLoop loop, CodeBuilder code) {
        save(loop, entries.at(loop).saved(), code);
    }

    private void save(MarkedLoop loop, List<Variable> variables, CodeBuilder code) {
        MethodTypeDesc leave = MethodTypeDesc.of(CD_void, CD_int);
        code.aload(saved).loadConstant(entries.loops().indexOf(loop));
        code.invokevirtual(SAVED, "leave", leave);
        for (int place = 0; place < variables.size(); place++) {
            Variable one = variables.get(place);
            MethodTypeDesc put = MethodTypeDesc.of(CD_void, CD_int, one.kind().upperBound());
            code.aload(saved).loadConstant(place).loadLocal(one.kind(), one.slot());
            code.invokevirtual(SAVED, "put", put);
        }
    }

    /** Returns the type of the method that saves the live variables at a loop: its parameters. */
    MethodTypeDesc saverType(MarkedLoop loop) {
        return MethodTypeDesc.of(
                SAVED,
                entries.at(loop).saved().stream().map(one -> one.kind().upperBound()).toList());
    }

    /** Writes the method that saves the live variables at a loop, and returns them. */
    void writeSaver(MarkedLoop loop, CodeBuilder code) {
        List<Variable> parameters = new ArrayList<>();
        int slot = 0;
        for (Variable one : entries.at(loop).saved()) {
            parameters.add(new Variable(slot, one.kind(), one.type()));
            slot += one.kind().slotSize();
        }
        saved = code.allocateLocal(TypeKind.REFERENCE);
        code.new_(SAVED).dup().loadConstant(entries.most());
        code.invokespecial(SAVED, "<init>", MethodTypeDesc.of(CD_void, CD_int)).astore(saved);
        save(loop, parameters, code);
        code.aload(saved).areturn();
    }

    /**
     * Writes the call of a continuation at a loop, from the original method. The variables are
     * saved in a method apart: C2 then has more registers for the loop.
     */
    void leave(MarkedLoop loop, CodeBuilder code) {
        loadSelf(code);
        entries.at(loop).saved().forEach(one -> code.loadLocal(one.kind(), one.slot()));
        boolean isInterface = entries.isInInterface();
        String saver = entries.saverName(loop);
        code.invokestatic(entries.owner(), saver, saverType(loop), isInterface);
        invoke(entries.restName(), code);
    }

    /** Writes the call of a continuation with the variables that it has taken or left. */
    void call(String continuation, CodeBuilder code) {
        loadSelf(code);
        code.aload(saved);
        invoke(continuation, code);
    }

    private void loadSelf(CodeBuilder code) {
        if (!entries.isStatic()) {
            code.aload(0);
        }
    }

    private void invoke(String continuation, CodeBuilder code) {
        ClassDesc owner = entries.owner();
        boolean isInterface = entries.isInInterface();
        if (entries.isStatic()) {
            code.invokestatic(owner, continuation, entries.type(), isInterface);
        } else {
            code.invokespecial(owner, continuation, entries.type(), isInterface);
        }
    }

    /** Writes the end of this version, with the result on the stack. */
    void end(CodeBuilder code) {
        code.return_(result());
    }

    /** Writes the end of this version, unless the one that it has called has left. */
    void endUnlessLeft(CodeBuilder code) {
        code.aload(saved).invokevirtual(SAVED, "isLeft", MethodTypeDesc.of(CD_boolean));
        Label ended = code.newLabel();
        code.ifeq(ended);
        if (result().slotSize() == 2) {
            code.pop2();
        } else if (result().slotSize() == 1) {
            code.pop();
        }
        code.goto_w(start).labelBinding(ended);
        end(code);
    }

    /** Writes the end of this version where it has left: the result means nothing. */
    void endLeft(CodeBuilder code) {
        end(nothing(result(), code));
    }

    private TypeKind result() {
        return TypeKind.from(entries.type().returnType()).asLoadable();
    }

    private static CodeBuilder nothing(TypeKind kind, CodeBuilder code) {
        return switch (kind) {
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            case REFERENCE -> code.aconst_null();
            case VOID -> code;
            default -> code.iconst_0();
        };
    }
}
