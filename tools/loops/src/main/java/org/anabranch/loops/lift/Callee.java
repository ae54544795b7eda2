package org.anabranch.loops.lift;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * The method that a call names.
 *
 * @param from the class whose code calls it
 * @param owner internal name of the class that is named
 * @param name of the method
 * @param type its type, without the receiver
 * @param isStatic true if it has no receiver
 * @param isSpecial true if it is the method of that class whatever the receiver's class is
 */
record Callee(
        Class<?> from,
        String owner,
        String name,
        MethodTypeDesc type,
        boolean isStatic,
        boolean isSpecial) {

    static Callee of(Class<?> from, InvokeInstruction invoke) {
        return new Callee(
                from,
                invoke.owner().asInternalName(),
                invoke.name().stringValue(),
                invoke.typeSymbol(),
                invoke.opcode() == Opcode.INVOKESTATIC,
                invoke.opcode() == Opcode.INVOKESPECIAL);
    }

    static Callee of(Class<?> from, DirectMethodHandleDesc method) {
        String owner = method.owner().descriptorString();
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(method.lookupDescriptor());
        return switch (method.kind()) {
            case STATIC, INTERFACE_STATIC -> named(from, owner, method, type, true, false);
            case SPECIAL, INTERFACE_SPECIAL -> named(from, owner, method, type, false, true);
            default -> named(from, owner, method, type, false, false);
        };
    }

    private static Callee named(
            Class<?> from,
            String owner,
            DirectMethodHandleDesc method,
            MethodTypeDesc type,
            boolean isStatic,
            boolean isSpecial) {
        String internal = owner.startsWith("L") ? owner.substring(1, owner.length() - 1) : owner;
        return new Callee(from, internal, method.methodName(), type, isStatic, isSpecial);
    }

    Class<?> declaring() {
        return ClassFiles.load(from, owner);
    }

    /** Returns class and method, for people. */
    String shown() {
        return owner.replace('/', '.') + "." + name;
    }
}
