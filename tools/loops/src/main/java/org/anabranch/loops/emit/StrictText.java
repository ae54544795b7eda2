package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.Routine;
import org.anabranch.loops.lift.StrictMethods;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The writer of {@code StrictMath} methods as functions in OpenCL C, of one number or two. */
final class StrictText {
    /** The reason why a function cannot be written, or an empty text. */
    private static final Map<PureFunction, String> OBSTACLES = new ConcurrentHashMap<>();

    private final String name;
    private final Routine routine;
    private final KernelMemory memory;

    private StrictText(String name, Routine routine) {
        this.name = name;
        this.routine = routine;
        this.memory = new KernelMemory(routine.body());
        for (Map.Entry<Local, Object> table : routine.tables().entrySet()) {
            Kind kind = table.getValue() instanceof int[] ? Kind.INT : Kind.DOUBLE;
            memory.table(table.getKey(), kind, elements(table.getValue()).length);
        }
    }

    /** Returns the reason why a function cannot be written, or an empty text. */
    static String obstacle(PureFunction function) {
        return OBSTACLES.computeIfAbsent(function, StrictText::obstacleOf);
    }

    private static String obstacleOf(PureFunction function) {
        try {
            Helpers helpers = new Helpers(EmitOptions.Division.NATIVE);
            new StrictText("", StrictMethods.of(function)).write(helpers);
            return "";
        } catch (BodyRefusal reason) {
            return function.javaName() + " is not written for devices: " + reason.getMessage();
        }
    }

    /**
     * Writes a function.
     *
     * @param name its name
     * @param function of {@code StrictMath}, without obstacle
     * @param helpers receive the functions that it calls
     */
    static String of(String name, PureFunction function, Helpers helpers) {
        return new StrictText(name, StrictMethods.of(function)).write(helpers);
    }

    private String write(Helpers helpers) {
        StringBuilder text = new StringBuilder();
        routine.tables().forEach((local, table) -> text.append(table(local, table)));
        text.append("static __attribute__((noinline)) double ").append(name);
        text.append(
                routine.parameters().stream()
                        .map(parameter -> "double " + KernelMemory.name(parameter))
                        .collect(Collectors.joining(", ", "(", ") {\n")));
        for (Local local : routine.body().locals()) {
            text.append(declared(local));
        }
        new StatementWriter(new FunctionText(text, memory, helpers, true))
                .write(routine.body().statements());
        return text.append("return " + KernelMemory.name(routine.result()) + ";\n}\n").toString();
    }

    private String declared(Local local) {
        if (routine.tables().containsKey(local)) {
            return "__constant %s* %s = %s;\n"
                    .formatted(
                            type(routine.tables().get(local)),
                            KernelMemory.name(local),
                            global(local));
        }
        if (local.kind() == Kind.REFERENCE) {
            return memory.ownDeclaration(local);
        }
        boolean given = routine.parameters().contains(local);
        String type = Lanes.scalarType(local.kind());
        return given ? "" : type + " " + KernelMemory.name(local) + " = 0;\n";
    }

    private String table(Local local, Object table) {
        return "__constant %s %s[] = {%s};\n"
                .formatted(type(table), global(local), String.join(", ", elements(table)));
    }

    private String global(Local local) {
        return name + "_" + KernelMemory.name(local);
    }

    private static String type(Object table) {
        return table instanceof int[] ? "int" : "double";
    }

    private static String[] elements(Object table) {
        return table instanceof int[] ints
                ? Arrays.stream(ints).mapToObj(Integer::toString).toArray(String[]::new)
                : Arrays.stream((double[]) table)
                        .mapToObj(Double::toHexString)
                        .toArray(String[]::new);
    }
}
