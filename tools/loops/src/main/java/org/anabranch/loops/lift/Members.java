package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The translator for fields and calls: fields are inputs or memory, calls are functions or inlined.
 */
record Members(MethodLifter method, OperandStack values) {
    private static final String KERNEL_ARGUMENTS = "org/anabranch/api/KernelArguments";
    private static final String SEGMENT = "java/lang/foreign/MemorySegment";

    void field(FieldInstruction instruction) {
        boolean writes =
                instruction.opcode() == Opcode.PUTFIELD || instruction.opcode() == Opcode.PUTSTATIC;
        boolean isStatic =
                instruction.opcode() == Opcode.GETSTATIC
                        || instruction.opcode() == Opcode.PUTSTATIC;
        String name = instruction.name().stringValue();
        String type = instruction.type().stringValue();
        Class<?> owner = ClassFiles.load(method.owner, instruction.owner().asInternalName());
        Field field = ClassFiles.field(owner, name);
        if (Modifier.isVolatile(field.getModifiers())) {
            throw values.refuse("field " + name + " is volatile");
        }
        values.scope.uses(field.getDeclaringClass());
        Expression value = writes ? values.pop() : null;
        Expression base = isStatic ? null : values.pop();
        if (values.scope.made.of(base) != null) {
            values.scope.made.access(base, field, value, values);
            return;
        }
        Element element = new Element(Kind.of(type), Element.Space.FIELD, key(field));
        if (writes) {
            requireOpen(field);
            values.scope.fields.put(element.field(), field);
            write(element, base, value);
        } else if (type.startsWith("Ljava/lang/foreign/ValueLayout$Of")) {
            values.push(new Layouts(values).of(field, type));
        } else if (values.scope.writtenFields.contains(element.field())) {
            origin(base, name);
            values.scope.fields.put(element.field(), field);
            values.push(values.temporary(new Expression.Load(element, base, null)));
        } else {
            values.push(read(field, base, type));
        }
    }

    /** Returns the value of a field that the body does not write. */
    private Expression read(Field field, Expression base, String type) {
        String name = field.getName();
        if (values.scope.platformCall != null && !InputValues.isReadable(field)) {
            throw values.refuse("its field " + name + " cannot be read");
        }
        String owner = internalName(field);
        Source source =
                base == null
                        ? new Source.Static(owner, name)
                        : new Source.Field(origin(base, name), owner, name);
        values.scope.readFields.put(source, field);
        return values.scope.input(source, name, type);
    }

    private void requireOpen(Field field) {
        String closed = ClosedPackage.obstacle(field);
        if (closed != null) {
            throw values.refuse(closed);
        }
    }

    private static String internalName(Field field) {
        return field.getDeclaringClass().getName().replace('.', '/');
    }

    private static String key(Field field) {
        return internalName(field) + "." + field.getName();
    }

    private void write(Element element, Expression base, Expression value) {
        if (element.kind() == Kind.REFERENCE) {
            throw values.refuse("it sets the field " + element.field() + ", a reference");
        }
        origin(base, element.field());
        if (values.scope.writtenFields.add(element.field())) {
            throw new LiftScope.AgainException();
        }
        values.add(new Statement.Store(element, base, null, value, values.line));
    }

    private Source origin(Expression base, String name) {
        if (base == null) {
            return null;
        }
        Source source =
                base instanceof Expression.Read read
                        ? values.scope.sources.get(read.local())
                        : null;
        if (source == null) {
            throw values.refuse(name + " is of an object that is not known");
        }
        return source;
    }

    void invoke(InvokeInstruction invoke) {
        String owner = invoke.owner().asInternalName();
        String name = invoke.name().stringValue();
        List<ClassDesc> types = invoke.typeSymbol().parameterList();
        List<Expression> arguments = new ArrayList<>();
        types.forEach(type -> arguments.addFirst(values.pop()));
        boolean isStatic = invoke.opcode() == Opcode.INVOKESTATIC;
        if (owner.equals(KERNEL_ARGUMENTS)) {
            values.pop();
            argument(name, arguments, invoke.typeSymbol().returnType().descriptorString());
        } else if (owner.equals(SEGMENT) && !isStatic) {
            new Layouts(values).access(name, values.pop(), arguments);
        } else if (function(owner, name, isStatic, types).isPresent()
                || !Texts.makes(invoke, method, values)) {
            if (!isStatic) {
                arguments.addFirst(values.pop());
            }
            call(Callee.of(method.owner, invoke), arguments);
        }
    }

    private static Optional<PureFunction> function(
            String owner, String name, boolean isStatic, List<ClassDesc> types) {
        return isStatic && !types.isEmpty() ? Intrinsics.find(owner, name) : Optional.empty();
    }

    /** Translates a call, whose arguments begin with the receiver if it has one. */
    void call(Callee callee, List<Expression> arguments) {
        List<ClassDesc> types = callee.type().parameterList();
        Optional<PureFunction> function =
                function(callee.owner(), callee.name(), callee.isStatic(), types);
        if (function.isPresent()) {
            Kind operands = Kind.of(types.getFirst().descriptorString());
            values.push(new Expression.Apply(function.get(), operands, arguments));
        } else if (callee.isStatic()) {
            if (!new Conversions(values, method.owner).boxes(callee, arguments)) {
                String descriptor = callee.type().descriptorString();
                ClassFiles.Found found =
                        ClassFiles.find(callee.declaring(), callee.name(), descriptor);
                inline(found, arguments, callee.shown());
            }
        } else {
            Expression receiver = arguments.getFirst();
            Lambda lambda = new Lambdas(values).of(receiver);
            if (lambda != null && lambda.isCalled(callee)) {
                call(lambda, arguments.subList(1, arguments.size()));
            } else {
                ClassFiles.Found found = select(callee, receiver, lambda);
                if (found.owner() == String.class) {
                    String named = callee.name() + callee.type().descriptorString();
                    new Strings(values).call(named, arguments);
                } else {
                    inline(found, arguments, callee.shown());
                }
            }
        }
    }

    /** Translates a call of a lambda: of its method, with its captured values first. */
    private void call(Lambda lambda, List<Expression> given) {
        Lambda.Form form = lambda.form();
        if (form.method().kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            throw values.refuse("it calls a constructor by a lambda");
        }
        Conversions conversions = new Conversions(values, form.owner());
        MethodTypeDesc target = form.method().invocationType();
        List<Expression> all = new ArrayList<>(lambda.captured());
        for (int i = 0; i < given.size(); i++) {
            ClassDesc passed = form.passed().parameterType(i);
            Expression value =
                    conversions.convert(given.get(i), form.type().parameterType(i), passed);
            all.add(conversions.convert(value, passed, target.parameterType(all.size())));
        }
        call(Callee.of(form.owner(), form.method()), all);
        ClassDesc returned = target.returnType();
        if (!returned.equals(ConstantDescs.CD_void)) {
            Expression value = values.pop();
            ClassDesc wanted = form.type().returnType();
            if (!wanted.equals(ConstantDescs.CD_void)) {
                values.push(conversions.convert(value, returned, wanted));
            }
        }
    }

    /** Translates a call of {@code KernelArguments}. */
    private void argument(String asked, List<Expression> positions, String type) {
        if (positions.size() != 1 || !(positions.getFirst() instanceof Expression.Constant at)) {
            throw values.refuse("it asks for an argument by a position that is no constant");
        }
        if (asked.startsWith("slice")) {
            throw values.refuse("it asks for the slices of an argument");
        }
        int position = (int) at.bits();
        Source source = new Source.Argument(asked, position);
        values.push(values.scope.input(source, asked + position, type));
    }

    private ClassFiles.Found select(Callee callee, Expression receiver, Lambda lambda) {
        String descriptor = callee.type().descriptorString();
        Class<?> type = callee.declaring();
        Class<?> known = lambda != null ? lambda.form().face() : values.scope.exact(receiver);
        if (known == null) {
            origin(receiver, callee.shown());
        }
        boolean fixed =
                callee.isSpecial()
                        || ClassFiles.declared(type, callee.name(), descriptor)
                                .filter(found -> found.flags().has(AccessFlag.PRIVATE))
                                .isPresent();
        if (known != null || fixed) {
            return ClassFiles.find(fixed ? type : known, callee.name(), descriptor);
        }
        if (type.isInterface()) {
            throw values.refuse("it calls " + callee.shown() + ", of an interface");
        }
        ClassFiles.Found found = ClassFiles.find(type, callee.name(), descriptor);
        if (!found.method().flags().has(AccessFlag.FINAL)
                && !Modifier.isFinal(type.getModifiers())) {
            throw values.refuse("it calls " + callee.shown() + ", which a subclass may override");
        }
        return found;
    }

    /**
     * Translates the code of a method in the place of a call.
     *
     * @param found the method
     * @param arguments of the call
     * @param shown class and method that the call names
     */
    private void inline(ClassFiles.Found found, List<Expression> arguments, String shown) {
        LiftScope scope = values.scope;
        ClassFiles.Found before = scope.platformCall;
        boolean enters = found.isPlatforms() && method.owner.getClassLoader() != null;
        scope.platformCall = enters ? found : found.isPlatforms() ? before : null;
        String call = found.shown() + found.method().methodType().stringValue();
        try {
            check(found, call);
            body(found, arguments);
        } catch (BodyRefusal refusal) {
            String reason = refusal.getMessage();
            if (enters) {
                throw values.refuse("it calls " + shown + ": " + reason);
            }
            boolean isInside = found.isPlatforms();
            throw values.refuse(isInside ? reason : reason + " (in " + found.shown() + ")");
        } finally {
            scope.calls.remove(call);
            scope.platformCall = before;
        }
    }

    private void check(ClassFiles.Found found, String call) {
        if (found.method().flags().has(AccessFlag.NATIVE)) {
            throw values.refuse(found.shown() + " is native");
        }
        if (!values.scope.calls.add(call)) {
            throw values.refuse("it calls " + found.shown() + ", which calls itself");
        }
        if (values.scope.calls.size() > 24) {
            throw values.refuse("its calls are too deep");
        }
    }

    /** Translates the body of a called method. */
    private void body(ClassFiles.Found found, List<Expression> arguments) {
        MethodLifter callee = new MethodLifter(values.scope, found, Math.max(values.line, 1));
        int slot = 0;
        for (Expression argument : arguments) {
            callee.argument(slot, argument);
            slot += argument.kind() == Kind.LONG || argument.kind() == Kind.DOUBLE ? 2 : 1;
        }
        callee.lift().forEach(values::add);
        if (callee.result() != null) {
            Expression returned = callee.result();
            values.push(returned.kind() == Kind.REFERENCE ? returned : values.temporary(returned));
        }
    }
}
