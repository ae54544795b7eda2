package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import org.anabranch.loops.lift.WovenClasses;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The entries into a method at its marked loops, with the live variables at each, for the two
 * continuations of the method. Control passes between the versions of a method only there, and
 * {@link SavedVariables} carry the variables.
 */
final class LoopEntries {
    private static final ClassDesc SAVED = ClassDesc.of(SavedVariables.class.getName());

    /** The ends of the names of methods that take a variable. */
    private static final Map<TypeKind, String> KINDS =
            Map.of(
                    TypeKind.INT, "Int",
                    TypeKind.LONG, "Long",
                    TypeKind.FLOAT, "Float",
                    TypeKind.DOUBLE, "Double",
                    TypeKind.REFERENCE, "Object");

    private final ClassModel model;
    private final MethodModel method;
    private final StackMapTableAttribute frames;
    private final boolean isPossible;

    /** The live variables at each loop. */
    private final Map<MarkedLoop, List<Variable>> loops = new LinkedHashMap<>();

    private String iteration;

    /** A live variable; the type is null if its value is null. */
    private record Variable(int slot, TypeKind kind, ClassDesc type) {}

    /**
     * Creates entries, none as yet. Constructors, which set final fields, and methods that hold
     * monitors have none.
     *
     * @param model the class
     * @param method that has the loops
     * @param code of the method
     */
    LoopEntries(ClassModel model, MethodModel method, CodeModel code) {
        this.model = model;
        this.method = method;
        boolean isNamed = !method.methodName().stringValue().startsWith("<");
        isPossible =
                isNamed && code.elementStream().noneMatch(MonitorInstruction.class::isInstance);
        frames = ((CodeAttribute) code).findAttribute(Attributes.stackMapTable()).orElse(null);
    }

    /**
     * Adds an entry at a loop, unless types of its live variables are unknown.
     *
     * @param loop the loop
     * @param name of the method with one iteration
     */
    void add(MarkedLoop loop, String name) {
        StackMapFrameInfo frame = isPossible && frames != null ? frame(loop) : null;
        List<Variable> live = frame == null ? null : live(frame, loop);
        if (live != null) {
            loops.put(loop, live);
            iteration = iteration == null ? name : iteration;
        }
    }

    boolean isEmpty() {
        return loops.isEmpty();
    }

    /** Returns true if there is an entry at a loop. */
    boolean isAt(MarkedLoop loop) {
        return loops.containsKey(loop);
    }

    /** Returns true if control can come to a loop with an entry more than once. */
    boolean areRepeated() {
        return loops.keySet().stream().anyMatch(MarkedLoop::isRepeated);
    }

    /** Returns the live variables, or null if the type of one is unknown. */
    private List<Variable> live(StackMapFrameInfo frame, MarkedLoop loop) {
        List<Variable> live = new ArrayList<>();
        int slot = 0;
        for (VerificationTypeInfo one : frame.locals()) {
            if ((slot > 0 || isStatic()) && loop.isLiveBefore(slot)) {
                Variable variable = variable(slot, one);
                if (variable == null) {
                    return null;
                }
                live.add(variable);
            }
            boolean isWide =
                    one == SimpleVerificationTypeInfo.LONG
                            || one == SimpleVerificationTypeInfo.DOUBLE;
            slot += isWide ? 2 : 1;
        }
        return live;
    }

    private StackMapFrameInfo frame(MarkedLoop loop) {
        return frames.entries().stream()
                .filter(frame -> loop.isHead(frame.target()) && frame.stack().isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static Variable variable(int slot, VerificationTypeInfo type) {
        return switch (type) {
            case SimpleVerificationTypeInfo.INTEGER ->
                    new Variable(slot, TypeKind.INT, ConstantDescs.CD_int);
            case SimpleVerificationTypeInfo.LONG ->
                    new Variable(slot, TypeKind.LONG, ConstantDescs.CD_long);
            case SimpleVerificationTypeInfo.FLOAT ->
                    new Variable(slot, TypeKind.FLOAT, ConstantDescs.CD_float);
            case SimpleVerificationTypeInfo.DOUBLE ->
                    new Variable(slot, TypeKind.DOUBLE, ConstantDescs.CD_double);
            case SimpleVerificationTypeInfo.NULL -> new Variable(slot, TypeKind.REFERENCE, null);
            case ObjectVerificationTypeInfo object ->
                    new Variable(slot, TypeKind.REFERENCE, object.classSymbol());
            default -> null;
        };
    }

    /** Returns the name of the continuation that calls its loops. */
    String restName() {
        return WovenClasses.restOf(iteration);
    }

    /** Returns the name of the continuation that runs its loops in place. */
    String resumedName() {
        return WovenClasses.resumedOf(iteration);
    }

    /** Returns the type of both continuations. */
    MethodTypeDesc type() {
        return MethodTypeDesc.of(method.methodTypeSymbol().returnType(), SAVED);
    }

    private boolean isStatic() {
        return method.flags().has(AccessFlag.STATIC);
    }

    /** Returns the flags of both continuations. */
    int flags() {
        int shared = AccessFlag.PRIVATE.mask() | AccessFlag.SYNTHETIC.mask();
        return isStatic() ? shared | AccessFlag.STATIC.mask() : shared;
    }

    /**
     * Writes the creation of an object for variables.
     *
     * @return its slot
     */
    int create(CodeBuilder code) {
        int saved = code.allocateLocal(TypeKind.REFERENCE);
        int most = loops.values().stream().mapToInt(List::size).max().orElse(0);
        MethodTypeDesc type = MethodTypeDesc.of(CD_void, CD_int);
        code.new_(SAVED).dup().loadConstant(most).invokespecial(SAVED, "<init>", type);
        code.astore(saved);
        return saved;
    }

    /**
     * Writes the beginning of a continuation: takes the object out of the slot that it has as a
     * parameter, since that is one of the method's own.
     *
     * @return its slot
     */
    int take(CodeBuilder code) {
        // a slot of its own also for code whose debug information tells of unused ones
        int saved = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(isStatic() ? 0 : 1).astore(saved);
        return saved;
    }

    /** Writes that control leaves a version at a loop: saves the live variables. */
    void save(MarkedLoop loop, int saved, CodeBuilder code) {
        int number = List.copyOf(loops.keySet()).indexOf(loop);
        MethodTypeDesc leave = MethodTypeDesc.of(CD_void, CD_int);
        code.aload(saved).loadConstant(number).invokevirtual(SAVED, "leave", leave);
        int place = 0;
        for (Variable one : loops.get(loop)) {
            if (one.type != null) {
                MethodTypeDesc put = MethodTypeDesc.of(CD_void, CD_int, one.kind.upperBound());
                code.aload(saved).loadConstant(place).loadLocal(one.kind, one.slot);
                code.invokevirtual(SAVED, "put", put);
            }
            place++;
        }
    }

    /**
     * Writes that control enters a continuation: restores the variables and jumps to the loop.
     *
     * @return where each loop is to begin
     */
    Map<MarkedLoop, Label> enter(int saved, CodeBuilder code) {
        Map<MarkedLoop, Label> begins = new HashMap<>();
        List<SwitchCase> cases = new ArrayList<>();
        loops.keySet().forEach(loop -> cases.add(SwitchCase.of(cases.size(), code.newLabel())));
        code.aload(saved).invokevirtual(SAVED, "enter", MethodTypeDesc.of(CD_int));
        code.tableswitch(cases.getFirst().target(), cases);
        int number = 0;
        for (MarkedLoop loop : loops.keySet()) {
            begins.put(loop, code.newLabel());
            code.labelBinding(cases.get(number++).target());
            restore(loops.get(loop), saved, code);
            code.goto_w(begins.get(loop));
        }
        return begins;
    }

    private static void restore(List<Variable> live, int saved, CodeBuilder code) {
        int place = 0;
        for (Variable one : live) {
            if (one.type == null) {
                code.aconst_null();
            } else {
                MethodTypeDesc take = MethodTypeDesc.of(one.kind.upperBound(), CD_int);
                String name = "take" + KINDS.get(one.kind);
                code.aload(saved).loadConstant(place).invokevirtual(SAVED, name, take);
                if (one.kind == TypeKind.REFERENCE && !one.type.equals(CD_Object)) {
                    code.checkcast(one.type);
                }
            }
            code.storeLocal(one.kind, one.slot);
            place++;
        }
    }

    /** Writes the call of a continuation. */
    void call(String continuation, int saved, CodeBuilder code) {
        ClassDesc owner = model.thisClass().asSymbol();
        boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
        if (isStatic()) {
            code.aload(saved).invokestatic(owner, continuation, type(), isInterface);
        } else {
            code.aload(0).aload(saved).invokespecial(owner, continuation, type(), isInterface);
        }
    }

    /** Writes the end of a version with the result on the stack. */
    void end(CodeBuilder code) {
        code.return_(result());
    }

    /**
     * Writes the end of a version that was called, if it did not leave.
     *
     * @param again where to go on if it left
     */
    void endUnlessLeft(int saved, Label again, CodeBuilder code) {
        code.aload(saved).invokevirtual(SAVED, "isLeft", MethodTypeDesc.of(CD_boolean));
        if (result() == TypeKind.VOID) {
            code.ifne(again);
        } else {
            int value = code.allocateLocal(result());
            Label ended = code.newLabel();
            code.ifeq(ended).storeLocal(result(), value).goto_(again);
            code.labelBinding(ended);
        }
        end(code);
    }

    /** Writes the end of a version that leaves: what it returns means nothing. */
    void endLeft(CodeBuilder code) {
        switch (result()) {
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            case REFERENCE -> code.aconst_null();
            case VOID -> {}
            default -> code.iconst_0();
        }
        end(code);
    }

    private TypeKind result() {
        return TypeKind.from(type().returnType()).asLoadable();
    }
}
