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
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rest of a method from a marked loop on, as a method that has the values of the live variables
 * as parameters. The program's own method calls it where a loop may be better shared, and returns
 * what it returns: so no value of the method is needed after a call, and C2 keeps all of them in
 * registers while the program's own loops run.
 */
final class RestMethod {
    private static final int MOST_SLOTS = 255;

    private final MethodModel method;
    private final List<Variable> variables;

    /** A live variable; the type is null if its value is null. */
    private record Variable(int slot, TypeKind kind, ClassDesc type) {}

    private RestMethod(MethodModel method, List<Variable> variables) {
        this.method = method;
        this.variables = variables;
    }

    /**
     * Returns the method, or null if the rest cannot be run elsewhere: in constructors, which set
     * final fields, in methods that hold monitors, and where the types of variables are unknown.
     *
     * @param method that has the loop
     * @param code of the method
     * @param loop the loop
     */
    static RestMethod of(MethodModel method, CodeModel code, MarkedLoop loop) {
        boolean isNamed = !method.methodName().stringValue().startsWith("<");
        boolean locks = code.elementStream().anyMatch(MonitorInstruction.class::isInstance);
        StackMapFrameInfo frame = isNamed && !locks ? frame(code, loop) : null;
        if (frame == null || !frame.stack().isEmpty()) {
            return null;
        }
        List<Variable> variables = new ArrayList<>();
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        int slot = 0;
        for (VerificationTypeInfo one : frame.locals()) {
            if ((slot > 0 || isStatic) && loop.isLiveBefore(slot)) {
                Variable variable = variable(slot, one);
                if (variable == null) {
                    return null;
                }
                variables.add(variable);
            }
            boolean isWide =
                    one == SimpleVerificationTypeInfo.LONG
                            || one == SimpleVerificationTypeInfo.DOUBLE;
            slot += isWide ? 2 : 1;
        }
        return slot < MOST_SLOTS ? new RestMethod(method, variables) : null;
    }

    private static StackMapFrameInfo frame(CodeModel code, MarkedLoop loop) {
        Optional<StackMapTableAttribute> frames =
                ((CodeAttribute) code).findAttribute(Attributes.stackMapTable());
        return frames.stream()
                .flatMap(all -> all.entries().stream())
                .filter(frame -> loop.isHead(frame.target()))
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

    private List<Variable> given() {
        return variables.stream().filter(one -> one.type != null).toList();
    }

    MethodTypeDesc type() {
        return MethodTypeDesc.of(
                method.methodTypeSymbol().returnType(),
                given().stream().map(Variable::type).toList());
    }

    private boolean isStatic() {
        return method.flags().has(AccessFlag.STATIC);
    }

    /** Returns the flags of the method. */
    int flags() {
        int shared = AccessFlag.PRIVATE.mask() | AccessFlag.SYNTHETIC.mask();
        return isStatic() ? shared | AccessFlag.STATIC.mask() : shared;
    }

    /**
     * Writes a call in the program's own method, which then returns.
     *
     * @param name of the method with one iteration
     */
    void call(CodeBuilder code, ClassModel model, String name) {
        if (!isStatic()) {
            code.aload(0);
        }
        given().forEach(one -> code.loadLocal(one.kind, one.slot));
        ClassDesc owner = model.thisClass().asSymbol();
        boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
        String rest = WovenClasses.restOf(name);
        if (isStatic()) {
            code.invokestatic(owner, rest, type(), isInterface);
        } else {
            code.invokespecial(owner, rest, type(), isInterface);
        }
        code.return_(TypeKind.from(type().returnType()).asLoadable());
    }

    /**
     * Writes the beginning: gives the variables their values.
     *
     * @param loop where the loop begins
     */
    void begin(CodeBuilder code, Label loop) {
        int place = isStatic() ? 0 : 1;
        for (Variable one : given()) {
            code.loadLocal(one.kind, place);
            place += one.kind.slotSize();
        }
        // the debug information tells of slots that no code of the rest may use
        code.iconst_0().istore(code.allocateLocal(TypeKind.INT));
        given().reversed().forEach(one -> code.storeLocal(one.kind, one.slot));
        for (Variable one : variables) {
            if (one.type == null) {
                code.aconst_null().astore(one.slot);
            }
        }
        code.goto_w(loop);
    }
}
