package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Source;

import java.io.Serializable;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The finder of lambdas and method references: those that an iteration creates, and those that it
 * is given. The virtual machine does not name the method of a lambda that was created elsewhere. It
 * is known if only one expression in its class file has the same interface and captures the same
 * types.
 */
record Lambdas(OperandStack values) {

    /** Translates an instruction that creates a lambda; returns false for any other. */
    boolean makes(InvokeDynamicInstruction made, Class<?> owner) {
        if (!Lambda.isCreatedBy(made)) {
            return false;
        }
        List<Expression> captured = new ArrayList<>();
        made.typeSymbol().parameterList().forEach(type -> captured.addFirst(values.pop()));
        captured.replaceAll(values::fix);
        Local lambda = values.scope.local("lambda", Kind.REFERENCE);
        values.scope.types.put(lambda, made.typeSymbol().returnType().descriptorString());
        values.scope.lambdas.put(lambda, new Lambda(Lambda.Form.of(owner, made), captured));
        values.push(new Expression.Read(lambda));
        return true;
    }

    /** Returns the lambda that a reference refers to, or null if it is none or not known which. */
    Lambda of(Expression reference) {
        if (!(reference instanceof Expression.Read read)) {
            return null;
        }
        Lambda made = values.scope.lambdas.get(read.local());
        if (made != null) {
            return made;
        }
        Source source = values.scope.sources.get(read.local());
        Class<?> type = values.scope.classes.of(source);
        if (type == null || !type.isHidden() || !type.isSynthetic()) {
            return null;
        }
        Lambda.Form form = form(type, values.scope.classes.value(source));
        Lambda given = new Lambda(form, fields(read, source, type));
        values.scope.lambdas.put(read.local(), given);
        return given;
    }

    private List<Expression> fields(Expression.Read object, Source source, Class<?> type) {
        List<Expression> captured = new ArrayList<>();
        for (Field field : ordered(type)) {
            Source part =
                    new Source.Field(source, type.getName().replace('.', '/'), field.getName());
            values.scope.readFields.put(part, field);
            String name = object.local().name() + "." + field.getName();
            captured.add(values.scope.input(part, name, field.getType().descriptorString()));
        }
        return captured;
    }

    /** Returns the fields that hold captured values, in the order of the values. */
    private static List<Field> ordered(Class<?> lambda) {
        return Arrays.stream(lambda.getDeclaredFields())
                .filter(field -> field.getName().startsWith("arg$"))
                .sorted(Comparator.comparingInt(field -> number(field.getName())))
                .toList();
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring("arg$".length()));
    }

    private Lambda.Form form(Class<?> type, Object lambda) {
        String name = type.getName();
        int end = name.indexOf("$$Lambda");
        if (end < 0 || type.getInterfaces().length == 0) {
            throw values.refuse("it calls an object of the hidden class " + name);
        }
        Class<?> owner = ClassFiles.load(type, name.substring(0, end).replace('.', '/'));
        List<Lambda.Form> fit = new ArrayList<>();
        for (MethodModel method : ClassFiles.woven(owner).methods()) {
            for (CodeElement element :
                    method.code().map(CodeModel::elementList).orElse(List.of())) {
                if (element instanceof InvokeDynamicInstruction made
                        && Lambda.isCreatedBy(made)
                        && creates(made, type)) {
                    fit.add(Lambda.Form.of(owner, made));
                }
            }
        }
        if (lambda instanceof Serializable) {
            SerializedLambda told = BodyResolver.form(lambda);
            fit.removeIf(form -> !form.method().methodName().equals(told.getImplMethodName()));
        }
        if (fit.stream().distinct().count() != 1) {
            throw values.refuse(
                    "it calls a lambda, and %s has %d that may be it (%s & Serializable would tell)"
                            .formatted(
                                    owner.getSimpleName(),
                                    fit.size(),
                                    type.getInterfaces()[0].getSimpleName()));
        }
        return fit.getFirst();
    }

    private static boolean creates(InvokeDynamicInstruction made, Class<?> lambda) {
        MethodTypeDesc type = made.typeSymbol();
        List<String> fields =
                ordered(lambda).stream().map(f -> f.getType().descriptorString()).toList();
        return type.returnType()
                        .descriptorString()
                        .equals(lambda.getInterfaces()[0].descriptorString())
                && type.parameterList().stream()
                        .map(ClassDesc::descriptorString)
                        .toList()
                        .equals(fields);
    }
}
