package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The methods of {@code StrictMath}, lifted from the virtual machine's own class files. They
 * consist of arithmetic on doubles and integers, so a device with Java's arithmetic computes each
 * bit of their results. Each is lifted once. Thread-safe.
 */
public final class StrictMethods {
    private static final Map<PureFunction, Object> KNOWN = new ConcurrentHashMap<>();

    private StrictMethods() {}

    /**
     * Lifts a method.
     *
     * @param function one of {@code StrictMath}
     * @return the method
     * @throws BodyRefusal if this virtual machine's method cannot be lifted
     */
    public static Routine of(PureFunction function) {
        Object known = KNOWN.computeIfAbsent(function, StrictMethods::lifted);
        if (known instanceof BodyRefusal refusal) {
            throw refusal;
        }
        return (Routine) known;
    }

    private static Object lifted(PureFunction function) {
        try {
            return LiftScope.lift(scope -> once(function, scope));
        } catch (BodyRefusal refusal) {
            return refusal;
        }
    }

    private static Routine once(PureFunction function, LiftScope scope) {
        String name = function.javaName().substring("StrictMath.".length());
        String descriptor = function.arguments() == 2 ? "(DD)D" : "(D)D";
        ClassFiles.Found found = ClassFiles.find(StrictMath.class, name, descriptor);
        Local none = scope.local("none", Kind.INT);
        MethodLifter method = new MethodLifter(scope, found, 1);
        List<Local> parameters = new ArrayList<>();
        for (int i = 0; i < function.arguments(); i++) {
            Local parameter = scope.local("a", Kind.DOUBLE);
            parameters.add(parameter);
            method.argument(2 * i, new Expression.Read(parameter));
        }
        List<Statement> statements = new ArrayList<>();
        List<Statement> lifted = Tidy.tidy(method.lift());
        Map<Local, Object> tables = new LinkedHashMap<>();
        for (Input input : scope.inputs.values()) {
            constant(input, tables, statements);
        }
        statements.addAll(lifted);
        LoopBody body =
                new LoopBody(function.javaName(), "", none, List.of(), scope.locals, statements);
        Local result = ((Expression.Read) method.result()).local();
        return new Routine(body, parameters, result, tables);
    }

    /**
     * Replaces an input of the method by a constant: a table, or the flag that enables its own
     * checks.
     */
    private static void constant(
            Input input, Map<Local, Object> tables, List<Statement> statements) {
        if (!(input.source() instanceof Source.Static field)) {
            throw new BodyRefusal("it reads " + input.local(), 0);
        }
        if (field.name().equals("$assertionsDisabled")) {
            statements.add(new Statement.Assign(input.local(), Expression.Constant.of(1), 0));
            return;
        }
        Object table = Tables.of(field.declaring()).get(field.name());
        if (table == null) {
            throw new BodyRefusal("the field " + field.name() + " is no table of constants", 0);
        }
        tables.put(input.local(), table);
    }
}
