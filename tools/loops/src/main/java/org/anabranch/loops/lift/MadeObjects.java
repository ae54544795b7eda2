package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects that an iteration creates and does not publish (scalar replacement). The form has no
 * objects: each of their fields is a variable. A field that is a reference must be final, and then
 * stands for one value.
 */
final class MadeObjects {
    /**
     * One object.
     *
     * @param type its class
     * @param numbers the variables of its numeric fields
     * @param references the values of its reference fields, once they are set
     * @param isValue true if all fields are final numbers, so that a copy is equivalent
     */
    record Made(
            Class<?> type,
            Map<Field, Local> numbers,
            Map<Field, Expression> references,
            boolean isValue) {}

    private final LiftScope scope;
    private final Map<Local, Made> made = new HashMap<>();

    MadeObjects(LiftScope scope) {
        this.scope = scope;
    }

    /** Returns the object that an expression refers to, or null if it is none of these. */
    Made of(Expression reference) {
        return reference instanceof Read read ? made.get(read.local()) : null;
    }

    /** Creates an object whose fields are all 0. */
    Read make(Class<?> type, OperandStack values) {
        if (type.isHidden()) {
            throw values.refuse("it makes an object of class " + type.getName());
        }
        Read object = declare(type);
        for (Local local : of(object).numbers.values()) {
            values.assign(local, new Constant(local.kind(), 0));
        }
        return object;
    }

    /** Creates an object of the same class as another. */
    Read like(Expression other) {
        return declare(of(other).type);
    }

    /** Creates an object whose fields have no values yet. */
    private Read declare(Class<?> type) {
        Map<Field, Local> numbers = new LinkedHashMap<>();
        boolean isValue = true;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                Kind kind = Kind.of(field.getType().descriptorString());
                boolean own = !Modifier.isStatic(field.getModifiers());
                isValue &= !own || kind != Kind.REFERENCE && isFinal(field);
                if (own && kind != Kind.REFERENCE) {
                    numbers.put(field, scope.local(field.getName(), kind.computational()));
                }
            }
        }
        Local object = scope.local("object", Kind.REFERENCE);
        scope.types.put(object, type.descriptorString());
        made.put(object, new Made(type, numbers, new HashMap<>(), isValue));
        return new Read(object);
    }

    /** Pushes a field on the stack, or sets it if a value is given. */
    void access(Expression object, Field field, Expression value, OperandStack values) {
        if (value == null) {
            values.push(get(of(object), field, values));
        } else {
            set(of(object), field, value, values);
        }
    }

    private Expression get(Made object, Field field, OperandStack values) {
        Local number = object.numbers.get(field);
        if (number != null) {
            // the caller's stack may hold a value that this method changes
            return isFinal(field) ? new Read(number) : values.temporary(new Read(number));
        }
        Expression reference = object.references.get(field);
        if (reference == null) {
            throw values.refuse("field " + field.getName() + " of a new object is not known");
        }
        return reference;
    }

    private void set(Made object, Field field, Expression value, OperandStack values) {
        Local number = object.numbers.get(field);
        if (number != null) {
            Kind kind = Kind.of(field.getType().descriptorString());
            boolean narrow = kind != kind.computational();
            values.assign(number, narrow ? new Expression.Convert(kind, value) : value);
            return;
        }
        Expression before = object.references.putIfAbsent(field, value);
        if (!isFinal(field) || before != null && !before.equals(value)) {
            throw values.refuse("field " + field.getName() + " of a new object changes");
        }
    }

    /** Returns true if two objects can be merged into one: values of the same class. */
    boolean alike(Expression one, Expression other) {
        Made first = of(one);
        Made second = of(other);
        return first != null && second != null && first.isValue && first.type == second.type;
    }

    /** Copies the fields of one object to another. */
    void copy(Expression from, Expression to, OperandStack values) {
        Map<Field, Local> target = of(to).numbers;
        of(from).numbers
                .forEach((field, local) -> values.assign(target.get(field), new Read(local)));
    }

    /** Returns the copies as statements, for the start of a block. */
    List<Statement> copies(Expression from, Expression to, int line) {
        Map<Field, Local> target = of(to).numbers;
        return of(from).numbers.entrySet().stream()
                .<Statement>map(
                        entry ->
                                new Statement.Assign(
                                        target.get(entry.getKey()),
                                        new Read(entry.getValue()),
                                        line))
                .toList();
    }

    private static boolean isFinal(Field field) {
        return Modifier.isFinal(field.getModifiers());
    }
}
