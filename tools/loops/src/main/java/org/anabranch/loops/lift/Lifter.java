package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lifter: makes bodies from class files. A body is lifted once for each method and classes of
 * its captured values, and cached as long as the class of the method. Thread-safe.
 */
public final class Lifter {
    /** The cache key: the method, and the classes of its captured values. */
    private record Key(String method, String descriptor, List<Class<?>> classes) {}

    /**
     * A cached result.
     *
     * @param result a body or a refusal
     * @param relied the classes of objects in fields for which it holds
     * @param fields the fields
     */
    private record Kept(Object result, Map<Source, Class<?>> relied, Map<Source, Field> fields) {
        Kept {
            relied = Map.copyOf(relied);
            fields = relied.isEmpty() ? Map.of() : Map.copyOf(fields);
        }

        boolean fits(List<Object> captured) {
            for (Map.Entry<Source, Class<?>> one : relied.entrySet()) {
                Object value = InputValues.read(one.getKey(), captured, fields);
                if (InputValues.type(value) != one.getValue()) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final ClassValue<Map<Key, Kept>> KEPT =
            new ClassCache<>(type -> new ConcurrentHashMap<>());

    private Lifter() {}

    /**
     * Lifts a body.
     *
     * @param revealed its method and captured values, of which only the classes matter
     * @return the body
     * @throws BodyRefusal if it cannot be lifted
     */
    public static Lifted lift(Revealed revealed) {
        Key key = new Key(revealed.method(), revealed.descriptor(), revealed.classes());
        Map<Key, Kept> kept = KEPT.get(revealed.owner());
        Kept known = kept.get(key);
        if (known == null || !known.fits(revealed.captured())) {
            try {
                known = LiftScope.lift(scope -> kept(revealed, scope));
            } catch (BodyRefusal refusal) {
                known = new Kept(refusal, Map.of(), Map.of());
            }
            kept.put(key, known);
        }
        if (known.result instanceof BodyRefusal refusal) {
            throw refusal;
        }
        return (Lifted) known.result;
    }

    private static Kept kept(Revealed revealed, LiftScope scope) {
        Object result;
        try {
            result = once(revealed, scope);
        } catch (BodyRefusal refusal) {
            result = refusal;
        }
        return new Kept(result, scope.classes.relied(), scope.readFields);
    }

    /**
     * Returns the name of a body's method, for people.
     *
     * @param body the body
     * @return its class and method; of a lambda or marked loop, where it stands
     */
    public static String name(Revealed body) {
        try {
            return ClassFiles.find(body.owner(), body.method(), body.descriptor()).shown();
        } catch (BodyRefusal unreadable) {
            return body.owner().getName() + "." + body.method();
        }
    }

    /**
     * Returns the bodies in a class: lambdas, or a method, whose last parameter is an index and
     * that return nothing.
     *
     * @param type the class
     * @param method only those in this method, and itself; empty for all lambdas
     * @return the bodies, without captured values
     * @throws BodyRefusal if there is no class file
     */
    public static List<Revealed> bodies(Class<?> type, String method) {
        List<Revealed> found = new ArrayList<>();
        for (MethodModel model : ClassFiles.woven(type).methods()) {
            String name = model.methodName().stringValue();
            String descriptor = model.methodType().stringValue();
            boolean fits = descriptor.endsWith("J)V") || descriptor.endsWith("I)V");
            String within = "lambda$" + method + (method.isEmpty() ? "" : "$");
            boolean lambda = name.startsWith(within);
            if (fits && (lambda || name.equals(method))) {
                boolean isStatic = model.flags().has(AccessFlag.STATIC);
                int captured = model.methodTypeSymbol().parameterCount() - (isStatic ? 1 : 0);
                List<Object> unknown = Collections.nCopies(captured, null);
                found.add(new Revealed(type, name, descriptor, isStatic, unknown));
            }
        }
        return found;
    }

    private static Lifted once(Revealed revealed, LiftScope scope) {
        ClassFiles.Found found =
                ClassFiles.find(revealed.owner(), revealed.method(), revealed.descriptor());
        MethodLifter method = new MethodLifter(scope, found, 0);
        Local index = arguments(revealed, scope, found.method(), method);
        List<Statement> statements = Tidy.tidy(method.lift());
        LoopBody body =
                new LoopBody(
                        found.shown(),
                        ClassFiles.sourceFile(found.owner()),
                        index,
                        List.copyOf(scope.inputs.values()),
                        scope.locals,
                        statements);
        return new Lifted(
                body,
                scope.readFields,
                scope.fields,
                scope.initialized,
                scope.classes.relied(),
                scope.catches,
                new ConcurrentHashMap<>());
    }

    private static Local arguments(
            Revealed revealed, LiftScope scope, MethodModel model, MethodLifter method) {
        List<String> types = new ArrayList<>();
        if (!revealed.isStatic()) {
            types.add(revealed.owner().descriptorString());
        }
        for (ClassDesc type : model.methodTypeSymbol().parameterList()) {
            types.add(type.descriptorString());
        }
        scope.classes.captured(revealed);
        int slot = 0;
        boolean indexed = Kind.of(types.getLast()) != Kind.REFERENCE;
        for (int i = 0; i < types.size() - (indexed ? 1 : 0); i++) {
            Source source = new Source.Captured(i);
            Kind declared = Kind.of(types.get(i)).computational();
            String name = method.parameterName(slot, declared, "captured" + i);
            Expression.Read read = scope.input(source, name, types.get(i));
            method.argument(slot, read);
            Kind kind = read.kind();
            slot += kind == Kind.LONG || kind == Kind.DOUBLE ? 2 : 1;
        }
        if (!indexed) {
            return scope.local("none", Kind.INT);
        }
        Kind kind = Kind.of(types.getLast());
        Local index = scope.local(method.parameterName(slot, kind, "i"), kind);
        method.argument(slot, new Expression.Read(index));
        return index;
    }
}
