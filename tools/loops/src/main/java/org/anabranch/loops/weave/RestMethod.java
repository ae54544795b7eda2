package org.anabranch.loops.weave;

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
 * The continuation of a method with marked loops: a method with an entry at each of them, with the
 * number of the loop and the live variables as parameters. The original method tail-calls it where
 * a loop may be better shared. So no variable is live across a call there, and C2 keeps all of them
 * in registers while loops run.
 */
final class RestMethod {
    private static final int MOST_SLOTS = 255;

    private final MethodModel method;
    private final StackMapTableAttribute frames;
    private final boolean isPossible;

    /** The live variables at each loop. */
    private final Map<MarkedLoop, List<Variable>> loops = new LinkedHashMap<>();

    /** The parameters behind the number of the loop; each has a type. */
    private final List<Variable> given = new ArrayList<>();

    private String name;

    /** A live variable; the type is null if its value is null. */
    private record Variable(int slot, TypeKind kind, ClassDesc type) {}

    /**
     * Creates a continuation without entries. Constructors, which set final fields, and methods
     * that hold monitors have none.
     *
     * @param method that has the loops
     * @param code of the method
     */
    RestMethod(MethodModel method, CodeModel code) {
        this.method = method;
        boolean isNamed = !method.methodName().stringValue().startsWith("<");
        isPossible =
                isNamed && code.elementStream().noneMatch(MonitorInstruction.class::isInstance);
        frames = ((CodeAttribute) code).findAttribute(Attributes.stackMapTable()).orElse(null);
    }

    /**
     * Adds an entry at a loop.
     *
     * @param loop the loop
     * @param iteration the name of the method with one iteration
     * @return this; null if there is no entry, since types of variables are unknown or there are
     *     too many
     */
    RestMethod with(MarkedLoop loop, String iteration) {
        StackMapFrameInfo frame = isPossible && frames != null ? frame(loop) : null;
        List<Variable> live = frame == null ? null : live(frame, loop);
        if (live == null) {
            return null;
        }
        List<Variable> all = new ArrayList<>(given);
        live.stream().filter(one -> one.type != null && !all.contains(one)).forEach(all::add);
        if (1 + all.stream().mapToInt(one -> one.kind.slotSize()).sum() >= MOST_SLOTS) {
            return null;
        }
        given.clear();
        given.addAll(all);
        loops.put(loop, live);
        name = name == null ? WovenClasses.restOf(iteration) : name;
        return this;
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

    String name() {
        return name;
    }

    MethodTypeDesc type() {
        List<ClassDesc> types = new ArrayList<>(List.of(ConstantDescs.CD_int));
        given.forEach(one -> types.add(one.type));
        return MethodTypeDesc.of(method.methodTypeSymbol().returnType(), types);
    }

    private boolean isStatic() {
        return method.flags().has(AccessFlag.STATIC);
    }

    /** Returns the flags of the method. */
    int flags() {
        int shared = AccessFlag.PRIVATE.mask() | AccessFlag.SYNTHETIC.mask();
        return isStatic() ? shared | AccessFlag.STATIC.mask() : shared;
    }

    /** Writes the tail call at a loop of the original method. */
    void call(MarkedLoop loop, CodeBuilder code, ClassModel model) {
        if (!isStatic()) {
            code.aload(0);
        }
        code.loadConstant(List.copyOf(loops.keySet()).indexOf(loop));
        for (Variable one : given) {
            if (loops.get(loop).contains(one)) {
                code.loadLocal(one.kind, one.slot);
            } else {
                nothing(one.kind, code);
            }
        }
        ClassDesc owner = model.thisClass().asSymbol();
        boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
        if (isStatic()) {
            code.invokestatic(owner, name, type(), isInterface);
        } else {
            code.invokespecial(owner, name, type(), isInterface);
        }
        code.return_(TypeKind.from(type().returnType()).asLoadable());
    }

    private static void nothing(TypeKind kind, CodeBuilder code) {
        switch (kind) {
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            case REFERENCE -> code.aconst_null();
            default -> code.iconst_0();
        }
    }

    /**
     * Writes the beginning: gives the variables their values and jumps to the loop.
     *
     * @return where each loop is to begin
     */
    Map<MarkedLoop, Label> begin(CodeBuilder code) {
        int first = isStatic() ? 0 : 1;
        Map<MarkedLoop, Label> begins = new HashMap<>();
        List<SwitchCase> cases = new ArrayList<>();
        loops.keySet().forEach(loop -> cases.add(SwitchCase.of(cases.size(), code.newLabel())));
        // the debug information tells of slots that no code of the continuation may use
        code.iconst_0().istore(code.allocateLocal(TypeKind.INT));
        code.iload(first).tableswitch(cases.getFirst().target(), cases);
        int number = 0;
        for (MarkedLoop loop : loops.keySet()) {
            begins.put(loop, code.newLabel());
            code.labelBinding(cases.get(number++).target());
            set(loops.get(loop), first + 1, code);
            code.goto_w(begins.get(loop));
        }
        return begins;
    }

    /** Sets variables from parameters. */
    private void set(List<Variable> live, int first, CodeBuilder code) {
        int place = first;
        for (Variable one : given) {
            if (live.contains(one)) {
                code.loadLocal(one.kind, place);
            }
            place += one.kind.slotSize();
        }
        given.reversed().stream()
                .filter(live::contains)
                .forEach(one -> code.storeLocal(one.kind, one.slot));
        live.stream()
                .filter(one -> one.type == null)
                .forEach(one -> code.aconst_null().astore(one.slot));
    }
}
