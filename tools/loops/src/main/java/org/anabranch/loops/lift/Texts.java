package org.anabranch.loops.lift;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.Set;

/**
 * Exceptions and what they say. Where an iteration throws, Java runs it again: all that counts is
 * that what makes the exception leaves no trace elsewhere. In the form each is an object of which
 * nothing is known.
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

    private Texts() {}

    /** Whether a new object is an exception, or a text for one. */
    static boolean isUnknown(Class<?> type, String name, Values values) {
        return Throwable.class.isAssignableFrom(type) || values.throwing && MAKERS.contains(name);
    }

    /** Joins numbers and strings, if that is what an instruction does. */
    static boolean joins(InvokeDynamicInstruction joined, Values values) {
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

    /** Makes an exception or its text, if that is what a call does, its arguments being popped. */
    static boolean makes(InvokeInstruction invoke, MethodLifter method, Values values) {
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
