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
            ClosedPackage.refuse(field, values);
            values.scope.fields.put(element.field(), field);
            write(element, base, value);
        } else if (type.startsWith("Ljava/lang/foreign/ValueLayout$Of")) {
            values.push(new Layouts(values).of(field, type));
        } else if (values.scope.writtenFields.contains(element.field())) {
            origin(base, name);
            values.scope.fields.put(element.field(), field);
            values.push(values.temporary(new Expression.Load(element, base, null)));
        } else {
            Source source =
                    isStatic
                            ? new Source.Static(internalName(field), name)
                            : new Source.Field(origin(base, name), internalName(field), name);
            values.scope.readFields.put(source, field);
            values.push(values.scope.input(source, name, type));
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
        if (isStatic && !types.isEmpty()) {
            Kind operands = Kind.of(types.getFirst().descriptorString());
            Optional<PureFunction> function = Intrinsics.find(owner, name);
            if (function.isPresent()) {
                values.push(new Expression.Apply(function.get(), operands, arguments));
                return;
            }
        }
        if (owner.equals(KERNEL_ARGUMENTS)) {
            values.pop();
            argument(name, arguments, invoke.typeSymbol().returnType().descriptorString());
            return;
        }
        if (owner.equals(SEGMENT) && !isStatic) {
            new Layouts(values).access(name, values.pop(), arguments);
            return;
        }
        if (Texts.makes(invoke, method, values)) {
            return;
        }
        ClassFiles.Found found;
        if (isStatic) {
            Class<?> type = ClassFiles.load(method.owner, owner);
            found = ClassFiles.find(type, name, invoke.type().stringValue());
        } else {
            Expression receiver = values.pop();
            arguments.addFirst(receiver);
            found = select(invoke, receiver);
        }
        inline(found, arguments);
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

    private ClassFiles.Found select(InvokeInstruction invoke, Expression receiver) {
        String name = invoke.name().stringValue();
        String shown = invoke.owner().asInternalName().replace('/', '.') + "." + name;
        MadeObjects.Made made = values.scope.made.of(receiver);
        if (made != null) {
            boolean special = invoke.opcode() == Opcode.INVOKESPECIAL;
            Class<?> named = ClassFiles.load(method.owner, invoke.owner().asInternalName());
            String descriptor = invoke.type().stringValue();
            return ClassFiles.find(special ? named : made.type(), name, descriptor);
        }
        origin(receiver, shown);
        Class<?> type = ClassFiles.load(method.owner, invoke.owner().asInternalName());
        String descriptor = invoke.type().stringValue();
        if (invoke.opcode() == Opcode.INVOKESPECIAL) {
            return ClassFiles.find(type, name, descriptor);
        }
        Source source = values.scope.sources.get(((Expression.Read) receiver).local());
        Class<?> known = values.scope.classes.get(source);
        if (known != null && !type.isInterface()) {
            return ClassFiles.find(known, name, descriptor);
        }
        if (type.isInterface()) {
            throw values.refuse("it calls " + shown + ", of an interface");
        }
        ClassFiles.Found found = ClassFiles.find(type, name, descriptor);
        boolean fixed =
                found.method().flags().has(AccessFlag.FINAL)
                        || found.method().flags().has(AccessFlag.PRIVATE)
                        || Modifier.isFinal(type.getModifiers());
        if (!fixed) {
            throw values.refuse("it calls " + shown + ", which a subclass may override");
        }
        return found;
    }

    private void inline(ClassFiles.Found found, List<Expression> arguments) {
        String name = found.owner().getName() + "." + found.method().methodName().stringValue();
        if (found.method().flags().has(AccessFlag.NATIVE)) {
            throw values.refuse("it calls " + name + ", which is native");
        }
        String call = name + found.method().methodType().stringValue();
        if (!values.scope.calls.add(call)) {
            throw values.refuse("it calls " + name + ", which calls itself");
        }
        if (values.scope.calls.size() > 24) {
            throw values.refuse("its calls are too deep");
        }
        try {
            int line = Math.max(values.line, 1);
            MethodLifter callee = new MethodLifter(values.scope, found, line);
            int slot = 0;
            for (Expression argument : arguments) {
                callee.argument(slot, argument);
                slot += argument.kind() == Kind.LONG || argument.kind() == Kind.DOUBLE ? 2 : 1;
            }
            callee.lift().forEach(values::add);
            if (callee.result() != null) {
                Expression returned = callee.result();
                values.push(
                        returned.kind() == Kind.REFERENCE ? returned : values.temporary(returned));
            }
        } catch (BodyRefusal refusal) {
            throw new BodyRefusal(refusal.getMessage() + " (in " + name + ")", values.line);
        } finally {
            values.scope.calls.remove(call);
        }
    }
}
