package org.anabranch.loops.compile;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.HashSet;
import java.util.Set;

/**
 * The compiler from a lifted body to a class. The iterations of that class do the same as those of
 * the body, in the same order, but on the memory passed to them: the program's own, copies of parts
 * of it, or flat memory of a device.
 */
public final class BodyCompiler {
    private static final ClassDesc SELF =
            ClassDesc.of(BodyCompiler.class.getPackageName() + ".LiftedIterations");
    private static final ClassDesc FACE = ClassDesc.of(CompiledBody.class.getName());
    private static final MethodTypeDesc RUN =
            MethodTypeDesc.of(
                    CD_void,
                    CD_Object.arrayType(),
                    CD_long.arrayType(),
                    CD_long,
                    CD_long,
                    CD_long.arrayType());

    private static final int MEMORY = 1;
    private static final int NUMBERS = 2;
    private static final int LOW = 3;
    private static final int HIGH = 5;
    private static final int DONE = 7;

    private BodyCompiler() {}

    /**
     * Compiles a body.
     *
     * @param body one iteration
     * @param changes the differences from the body
     * @return a class file, to be defined by {@link #define}
     */
    public static byte[] compile(LoopBody body, Changes changes) {
        return ClassFile.of()
                .build(
                        SELF,
                        type ->
                                type.withInterfaceSymbols(FACE)
                                        .withMethodBody(
                                                INIT_NAME,
                                                MTD_void,
                                                ClassFile.ACC_PUBLIC,
                                                code ->
                                                        code.aload(0)
                                                                .invokespecial(
                                                                        CD_Object, INIT_NAME,
                                                                        MTD_void)
                                                                .return_())
                                        .withMethodBody(
                                                "run",
                                                RUN,
                                                ClassFile.ACC_PUBLIC,
                                                code -> run(code, body, changes)));
    }

    /**
     * Defines a class from {@link #compile}.
     *
     * @param classFile its bytes
     * @return its iterations
     */
    public static CompiledBody define(byte[] classFile) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(classFile, true);
            return (CompiledBody) hidden.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void run(CodeBuilder code, LoopBody body, Changes changes) {
        Slots slots = new Slots(code, body, changes);
        prologue(code, body, slots);
        TypeKind kind = Slots.type(body.index().kind());
        int index = slots.of(body.index());
        int bound = code.allocateLocal(kind);
        code.lload(LOW).conversion(TypeKind.LONG, kind).storeLocal(kind, index);
        code.lload(HIGH).conversion(TypeKind.LONG, kind).storeLocal(kind, bound);
        Label start = code.newLabel();
        Label end = code.newLabel();
        Label failed = code.newLabel();
        code.exceptionCatchAll(start, end, failed);
        code.labelBinding(start);
        loop(code, body, slots, index, bound);
        slots.storeScalars();
        done(code, index, kind);
        code.labelBinding(end);
        code.return_();
        code.labelBinding(failed);
        done(code, index, kind);
        code.athrow();
    }

    private static void done(CodeBuilder code, int index, TypeKind kind) {
        code.aload(DONE).iconst_0();
        code.loadLocal(kind, index).conversion(kind, TypeKind.LONG).lastore();
    }

    private static void loop(CodeBuilder code, LoopBody body, Slots slots, int index, int bound) {
        Label head = code.newLabel();
        Label next = code.newLabel();
        Label out = code.newLabel();
        code.labelBinding(head);
        if (body.index().kind() == Kind.INT) {
            code.iload(index).iload(bound).if_icmpge(out);
        } else {
            code.lload(index).lload(bound).lcmp().ifge(out);
        }
        if (slots.hasLog()) {
            code.aload(slots.log()).loadLocal(Slots.type(body.index().kind()), index);
            code.conversion(Slots.type(body.index().kind()), TypeKind.LONG);
            code.invokeinterface(Slots.LOG, "begin", MethodTypeDesc.of(CD_int, CD_long));
            code.istore(slots.steps());
        }
        new StatementCode(code, slots, next).all(body.statements());
        code.labelBinding(next);
        if (body.index().kind() == Kind.INT) {
            code.iinc(index, 1);
        } else {
            code.lload(index).lconst_1().ladd().lstore(index);
        }
        code.goto_(head);
        code.labelBinding(out);
    }

    /** Moves inputs to their slots and zeroes all other variables. */
    private static void prologue(CodeBuilder code, LoopBody body, Slots slots) {
        Set<Local> inputs = new HashSet<>();
        for (int i = 0; i < body.inputs().size(); i++) {
            Input input = body.inputs().get(i);
            inputs.add(input.local());
            int slot = slots.of(input.local());
            if (input.local().kind() != Kind.REFERENCE) {
                code.aload(NUMBERS).loadConstant(i).laload();
                new RawBits(code).toValue(input.local().kind());
                code.storeLocal(Slots.type(input.local().kind()), slot);
            } else if (slots.isMemory(input)) {
                code.aload(MEMORY).loadConstant(i).aaload().checkcast(slots.memoryType(input));
                code.astore(slot);
                if (slots.isFlat(input.local())) {
                    slots.sizes(input, NUMBERS, body.inputs().size() + 2 * i);
                }
            }
        }
        slots.cells(MEMORY, body.inputs());
        for (Local local : body.locals()) {
            if (!inputs.contains(local)) {
                slots.zero(local);
            }
        }
    }
}
