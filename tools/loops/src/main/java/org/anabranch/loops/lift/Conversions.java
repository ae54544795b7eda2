package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Source;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.List;

/**
 * The translator for type checks and boxing. Boxed numbers are objects that the iteration creates;
 * a check is decided by the class of the object, which must be known.
 */
record Conversions(OperandStack values, Class<?> code) {
    /** Translates the boxing of a number; returns false for any other method. */
    boolean boxes(Callee callee, List<Expression> arguments) {
        if (!callee.owner().startsWith("java/lang/")
                || !callee.name().equals("valueOf")
                || arguments.size() != 1
                || !callee.type().parameterType(0).isPrimitive()) {
            return false;
        }
        Class<?> type = callee.declaring();
        if (!InputValues.isBox(type)) {
            return false;
        }
        values.push(box(arguments.getFirst(), type));
        return true;
    }

    private Expression box(Expression value, Class<?> type) {
        Expression box = values.scope.made.make(type, values);
        values.scope.made.access(box, ClassFiles.field(type, "value"), value, values);
        return box;
    }

    /** Returns a value as the type that a method takes or returns, converted as lambdas do. */
    Expression convert(Expression value, ClassDesc from, ClassDesc to) {
        if (from.equals(to)) {
            return value;
        }
        if (from.isPrimitive() && to.isPrimitive()) {
            return new Expression.Convert(Kind.of(to.descriptorString()), value);
        }
        if (from.isPrimitive()) {
            return box(value, MethodType.methodType(primitive(from)).wrap().returnType());
        }
        if (to.isPrimitive()) {
            return unbox(value, Kind.of(to.descriptorString()));
        }
        if (!Boolean.TRUE.equals(is(value, load(code, to.descriptorString()), false))) {
            throw values.refuse(
                    "a lambda takes or returns an object of which the class is not known");
        }
        return value;
    }

    private Expression unbox(Expression value, Kind kind) {
        LiftScope scope = values.scope;
        Class<?> type = scope.exact(value);
        if (type == null || !InputValues.isBox(type)) {
            throw values.refuse("it unboxes what is not known to be a number");
        }
        Field field = ClassFiles.field(type, "value");
        String descriptor = field.getType().descriptorString();
        Expression number;
        if (scope.made.of(value) != null) {
            scope.made.access(value, field, null, values);
            number = values.pop();
        } else {
            Source object = scope.sources.get(((Expression.Read) value).local());
            String name = type.getName().replace('.', '/');
            Source source = new Source.Field(object, name, "value");
            scope.readFields.put(source, field);
            number = scope.input(source, "value", descriptor);
        }
        return kind == Kind.of(descriptor) ? number : new Expression.Convert(kind, number);
    }

    private static Class<?> primitive(ClassDesc type) {
        return MethodType.fromMethodDescriptorString("()" + type.descriptorString(), null)
                .returnType();
    }

    static Class<?> load(Class<?> from, String descriptor) {
        return MethodType.fromMethodDescriptorString("()" + descriptor, from.getClassLoader())
                .returnType();
    }

    /**
     * Returns true or false if it is known that an object is an instance of a class, else null.
     *
     * @param exactly true if it also has to be known that it is not null
     */
    private Boolean is(Expression reference, Class<?> type, boolean exactly) {
        LiftScope scope = values.scope;
        Class<?> exact = scope.exact(reference);
        if (exact != null) {
            return type.isAssignableFrom(exact);
        }
        String declared = scope.type(reference);
        boolean verified = !exactly && !type.isInterface() && !declared.isEmpty();
        if (verified && type.isAssignableFrom(load(code, declared))) {
            return true; // of interfaces the virtual machine does not verify it
        }
        return null;
    }

    /** Translates a type check; returns false if it is a cast that fails. */
    boolean check(TypeCheckInstruction check) {
        String descriptor = check.type().asSymbol().descriptorString();
        Class<?> type = load(code, descriptor);
        Expression reference = values.pop();
        boolean asks = check.opcode() == Opcode.INSTANCEOF;
        Boolean is = is(reference, type, asks);
        if (is == null) {
            throw values.refuse("it asks for the class of an object, which is not known");
        }
        values.push(asks ? Constant.of(is ? 1 : 0) : reference);
        return asks || is;
    }
}
