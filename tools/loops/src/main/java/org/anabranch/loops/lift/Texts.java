package org.anabranch.loops.lift;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ClassDesc;
import java.util.HashSet;
import java.util.Set;

/**
 * Exceptions and their messages. If an iteration throws, Java runs it again, so the form only needs
 * to know that creating the exception has no other effect. In the form each is an unknown object.
 */
final class Texts {
    private static final Set<String> MAKERS =
            Set.of(
                    "java/lang/String",
                    "java/lang/StringBuilder",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Float",
                    "java/lang/Double");

    private static final String MATCH = "java/lang/MatchException";

    private Texts() {}

    /** Returns true if a new object is an exception, or a text for one. */
    static boolean isUnknown(Class<?> type, String name, OperandStack values) {
        return Throwable.class.isAssignableFrom(type) || values.throwing && MAKERS.contains(name);
    }

    /** Returns true if each handler of a method does nothing but throw another exception. */
    static boolean onlyThrow(CodeModel code) {
        Set<Label> handlers = new HashSet<>();
        code.exceptionHandlers().forEach(handler -> handlers.add(handler.handler()));
        boolean inside = false;
        for (CodeElement element : code) {
            inside |= element instanceof LabelTarget target && handlers.contains(target.label());
            if (inside && element instanceof Instruction instruction) {
                if (instruction instanceof ThrowInstruction) {
                    inside = false;
                } else if (!preparesThrow(instruction)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean preparesThrow(Instruction instruction) {
        return switch (instruction) {
            case StoreInstruction store -> store.typeKind() == TypeKind.REFERENCE;
            case LoadInstruction load -> true;
            case StackInstruction moved -> true;
            case NewObjectInstruction made -> made.className().name().equalsString(MATCH);
            case InvokeInstruction invoke ->
                    invoke.owner().asInternalName().equals(MATCH)
                            || invoke.owner().asInternalName().equals("java/lang/Throwable");
            default -> false;
        };
    }

    /**
     * Translates an instruction that concatenates numbers and strings; returns false for any other.
     */
    static boolean joins(InvokeDynamicInstruction joined, OperandStack values) {
        String maker = joined.bootstrapMethod().owner().descriptorString();
        boolean fits =
                maker.equals("Ljava/lang/invoke/StringConcatFactory;")
                        && joined.typeSymbol().parameterList().stream()
                                .allMatch(part -> part.isPrimitive() || part.equals(CD_String));
        if (fits) {
            joined.typeSymbol().parameterList().forEach(part -> values.pop());
            values.push(values.scope.unknown("text"));
        }
        return fits;
    }

    /**
     * Translates a call that creates an exception or its text, whose arguments are popped; returns
     * false for any other.
     */
    static boolean makes(InvokeInstruction invoke, MethodLifter method, OperandStack values) {
        boolean isStatic = invoke.opcode() == Opcode.INVOKESTATIC;
        String owner = invoke.owner().asInternalName();
        ClassDesc returned = invoke.typeSymbol().returnType();
        boolean constructs =
                invoke.name().equalsString("<init>")
                        && values.scope.isUnknown(values.stack.getLast());
        boolean fits =
                constructs
                        || values.throwing
                                && !returned.isPrimitive()
                                && (MAKERS.contains(owner)
                                        || isStatic && isPlatforms(owner, returned, method.owner));
        if (fits && !isStatic) {
            values.pop();
        }
        if (fits && !returned.equals(CD_void)) {
            values.push(values.scope.unknown("text"));
        }
        return fits;
    }

    private static boolean isPlatforms(String owner, ClassDesc returned, Class<?> from) {
        String name = returned.descriptorString();
        return name.startsWith("L")
                && Throwable.class.isAssignableFrom(
                        ClassFiles.load(from, name.substring(1, name.length() - 1)))
                && ClassFiles.load(from, owner).getClassLoader() == null;
    }
}
