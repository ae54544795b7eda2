package org.anabranch.loops.lift;

import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The entry of the lifter: finds the method behind a body, for a lambda or method reference by its
 * {@link SerializedLambda}, for an object by its class.
 */
public final class BodyResolver {
    private static final ClassValue<Lambda> LAMBDAS = new ClassCache<>(Lambda::new);

    private BodyResolver() {}

    /**
     * Returns the method of a body.
     *
     * @param body a lambda, a method reference or an object of a class with a class file
     * @param index descriptor of the index, {@code J} or {@code I}
     * @return its method and captured values
     * @throws BodyRefusal if its method cannot be determined
     */
    public static Revealed open(Serializable body, String index) {
        Class<?> type = body.getClass();
        if (type.isSynthetic() || type.isHidden()) {
            return ofLambda(body, index);
        }
        String descriptor = "(" + index + ")V";
        return new Revealed(type, "run", descriptor, false, List.of(body));
    }

    private static Revealed ofLambda(Serializable body, String index) {
        Class<?> host = body.getClass().getNestHost();
        if (host.isHidden()) {
            throw new BodyRefusal("the body is a lambda of a hidden class, " + host.getName(), 0);
        }
        Lambda lambda = LAMBDAS.get(body.getClass());
        Target target = lambda.target;
        List<Object> captured =
                target == null || target.fields == null ? null : values(target.fields, body);
        if (captured == null || !target.index.equals(index)) {
            SerializedLambda form = lambda.form(body);
            captured = captured(form);
            target = target(form, body, index, fields(body, captured));
            lambda.target = target;
        }
        if (!target.isStatic && (captured.isEmpty() || captured.getFirst() == null)) {
            throw new BodyRefusal("the body is a method of the index itself", 0);
        }
        Class<?> declaring =
                target.isStatic || target.isExact ? target.owner : captured.getFirst().getClass();
        return new Revealed(
                declaring,
                target.name,
                target.descriptor,
                target.isStatic,
                Collections.unmodifiableList(captured));
    }

    private static List<Object> captured(SerializedLambda form) {
        List<Object> captured = new ArrayList<>();
        for (int i = 0; i < form.getCapturedArgCount(); i++) {
            captured.add(form.getCapturedArg(i));
        }
        return captured;
    }

    /**
     * Returns the fields of a lambda with what it captured, in order: its serialized form holds the
     * same, but is dearer.
     *
     * @return null unless they are known to hold that
     */
    private static List<Field> fields(Serializable body, List<Object> captured) {
        List<Field> fields = new ArrayList<>();
        try {
            for (Field field : body.getClass().getDeclaredFields()) {
                field.setAccessible(true);
                fields.add(field);
            }
        } catch (RuntimeException | LinkageError closed) {
            return null;
        }
        List<Object> values = values(fields, body);
        boolean same = values != null && values.size() == captured.size();
        for (int i = 0; same && i < captured.size(); i++) {
            boolean isNumber = fields.get(i).getType().isPrimitive();
            Object value = captured.get(i);
            same = isNumber ? values.get(i).equals(value) : values.get(i) == value;
        }
        return same && isInOrder(fields) ? fields : null;
    }

    /** Returns true if the names of fields end with their numbers. */
    private static boolean isInOrder(List<Field> fields) {
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).getName().endsWith("$" + (i + 1))) {
                return false;
            }
        }
        return true;
    }

    private static List<Object> values(List<Field> fields, Serializable body) {
        List<Object> values = new ArrayList<>(fields.size());
        try {
            for (Field field : fields) {
                values.add(field.get(body));
            }
        } catch (IllegalAccessException closed) {
            return null;
        }
        return values;
    }

    /** Returns the method behind all bodies of a class. */
    private static Target target(
            SerializedLambda form, Serializable body, String index, List<Field> fields) {
        Class<?> owner = owner(form, body);
        if (form.getImplMethodKind() == MethodHandleInfo.REF_newInvokeSpecial) {
            throw new BodyRefusal("the body is a constructor", 0);
        }
        String name = form.getImplMethodName();
        String descriptor = form.getImplMethodSignature();
        if (WovenClasses.isRange(name)) {
            name = WovenClasses.iterationOf(name);
            descriptor = descriptor.replace(index + index + ")", index + ")");
        }
        if (!descriptor.substring(0, descriptor.indexOf(')')).endsWith(index)) {
            throw new BodyRefusal("the method " + name + " takes the index as another type", 0);
        }
        boolean isStatic = form.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic;
        return new Target(index, owner, name, descriptor, isStatic, exact(form, owner), fields);
    }

    private static Class<?> owner(SerializedLambda form, Serializable body) {
        try {
            String name = form.getImplClass().replace('/', '.');
            return Class.forName(name, false, body.getClass().getClassLoader());
        } catch (ClassNotFoundException | LinkageError hidden) {
            throw new BodyRefusal(
                    "the body is a lambda of a hidden class, " + form.getImplClass(), 0);
        }
    }

    /** Returns true if the method is that of the named class for any class of the receiver. */
    private static boolean exact(SerializedLambda form, Class<?> owner) {
        int kind = form.getImplMethodKind();
        boolean selects =
                kind == MethodHandleInfo.REF_invokeVirtual
                        || kind == MethodHandleInfo.REF_invokeInterface;
        return !selects || isPrivate(owner, form.getImplMethodName());
    }

    private static boolean isPrivate(Class<?> owner, String name) {
        return Arrays.stream(owner.getDeclaredMethods())
                .anyMatch(m -> m.getName().equals(name) && Modifier.isPrivate(m.getModifiers()));
    }

    static SerializedLambda form(Object body) {
        return LAMBDAS.get(body.getClass()).form(body);
    }

    /**
     * The method behind all bodies of a class.
     *
     * @param fields with what a body captured, in order, or null
     */
    private record Target(
            String index,
            Class<?> owner,
            String name,
            String descriptor,
            boolean isStatic,
            boolean isExact,
            List<Field> fields) {}

    /** A class of lambdas. Thread-safe: each of several targets is the same. */
    private static final class Lambda {
        private final Method replace;
        private volatile Target target;

        Lambda(Class<?> type) {
            try {
                replace = type.getDeclaredMethod("writeReplace");
                replace.setAccessible(true);
            } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
                throw untold(type, closed);
            }
        }

        SerializedLambda form(Object body) {
            try {
                if (replace.invoke(body) instanceof SerializedLambda form) {
                    return form;
                }
            } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
                throw untold(body.getClass(), closed);
            }
            throw new BodyRefusal("the body does not tell which method it is", 0);
        }

        private static BodyRefusal untold(Class<?> type, Throwable closed) {
            String why = ClosedPackage.reason(type, closed);
            return new BodyRefusal("the body does not tell which method it is: " + why, 0);
        }
    }
}
