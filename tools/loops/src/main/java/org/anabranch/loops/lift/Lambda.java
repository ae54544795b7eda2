package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.util.List;

/**
 * A lambda or method reference of which the method is known.
 *
 * @param form the expression that creates it
 * @param captured its captured values
 */
record Lambda(Form form, List<Expression> captured) {
    private static final String FACTORY = LambdaMetafactory.class.descriptorString();

    /**
     * An expression that creates lambdas.
     *
     * @param owner the class that contains it
     * @param face the interface
     * @param name the method of the interface
     * @param type its type without type parameters
     * @param passed its type with them
     * @param method the method that it calls
     */
    record Form(
            Class<?> owner,
            Class<?> face,
            String name,
            MethodTypeDesc type,
            MethodTypeDesc passed,
            DirectMethodHandleDesc method) {

        static Form of(Class<?> owner, InvokeDynamicInstruction made) {
            List<?> given = made.bootstrapArgs();
            return new Form(
                    owner,
                    load(owner, made.typeSymbol().returnType()),
                    made.name().stringValue(),
                    (MethodTypeDesc) given.get(0),
                    (MethodTypeDesc) given.get(2),
                    (DirectMethodHandleDesc) given.get(1));
        }

        private static Class<?> load(Class<?> from, ClassDesc type) {
            String name = type.descriptorString();
            return ClassFiles.load(from, name.substring(1, name.length() - 1));
        }
    }

    static boolean isCreatedBy(InvokeDynamicInstruction made) {
        return made.bootstrapMethod().owner().descriptorString().equals(FACTORY);
    }

    /** Returns true if a call is one of its method, not of a default method. */
    boolean isCalled(Callee callee) {
        return form.name.equals(callee.name()) && form.type.equals(callee.type());
    }
}
