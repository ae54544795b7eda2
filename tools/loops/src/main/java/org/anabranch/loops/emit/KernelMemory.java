package org.anabranch.loops.emit;

import org.anabranch.loops.emit.KernelText.Parameter;
import org.anabranch.loops.emit.KernelText.Role;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.BodyRefusal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parameters of the kernel, their names, and the memory that a base refers to. */
final class KernelMemory {
    private static final int MOST_OWN = 256;

    private final Map<Local, Input> inputs = new HashMap<>();
    private final Map<Local, Input> rows = new HashMap<>();
    private final Map<Local, Expression.NewArray> own = new HashMap<>();
    private final Map<Input, Kind> elements = new HashMap<>();
    private final Set<Parameter> used = new LinkedHashSet<>();
    private final LoopBody body;

    KernelMemory(LoopBody body) {
        this.body = body;
        body.inputs().forEach(input -> inputs.put(input.local(), input));
        scan(body.statements());
    }

    /** Adds another form of the body. */
    void also(LoopBody other) {
        scan(other.statements());
    }

    static String name(Local local) {
        String name = local.name().replaceAll("[^A-Za-z0-9_]", "");
        return (name.isEmpty() || Character.isDigit(name.charAt(0)) ? "v" + name : name)
                + "_"
                + local.number();
    }

    boolean isInput(Local local) {
        return inputs.containsKey(local);
    }

    boolean isRow(Local local) {
        return rows.containsKey(local);
    }

    /** Returns the input behind a base: the array itself, or the array of the row. */
    Input input(Expression base) {
        Local local = ((Expression.Read) base).local();
        return inputs.containsKey(local) ? inputs.get(local) : rows.get(local);
    }

    boolean isRow(Expression base) {
        return isRow(((Expression.Read) base).local());
    }

    /** Returns true if iterations create arrays of their own. */
    boolean hasOwn() {
        return !own.isEmpty();
    }

    boolean isOwn(Expression base) {
        return base instanceof Expression.Read read && own.containsKey(read.local());
    }

    String own(Expression base) {
        return name(((Expression.Read) base).local());
    }

    /** Returns the declaration of an array of the iteration's own. */
    String ownDeclaration(Local local) {
        Expression.NewArray made = own.get(local);
        return made == null
                ? ""
                : Lanes.elementType(made.element())
                        + " "
                        + name(local)
                        + "["
                        + Math.max(1, length(made))
                        + "];\n";
    }

    /** Registers a variable that names an array of constants. */
    void table(Local local, Kind kind, int length) {
        own.put(local, new Expression.NewArray(kind, Expression.Constant.of(length)));
    }

    private static long length(Expression.NewArray made) {
        return ((Expression.Constant) made.length()).bits();
    }

    static boolean isNested(Input input) {
        return input.descriptor().startsWith("[[");
    }

    /** Returns the pointer to a memory's elements, with an element's type. */
    String pointer(Expression base, Element element) {
        Input input = input(base);
        used.add(new Parameter(Role.MEMORY, input));
        String name = "p_" + name(input.local());
        return element.kind() == elements.get(input) || element.kind() == Kind.REFERENCE
                ? name
                : "((__global " + Lanes.elementType(element.kind()) + "*) " + name + ")";
    }

    /** Returns the pointer to a segment's bytes. */
    String bytePointer(Expression base) {
        Input input = input(base);
        used.add(new Parameter(Role.MEMORY, input));
        return "((__global uchar*) p_" + name(input.local()) + ")";
    }

    /** Returns the length that Java sees: of the array, or of each row. */
    String length(Expression base) {
        if (isOwn(base)) {
            return Long.toString(length(own.get(((Expression.Read) base).local())));
        }
        return size(isRow(base) ? Role.ROW_LENGTH : Role.LENGTH, input(base));
    }

    String rowLength(Input input) {
        return size(Role.ROW_LENGTH, input);
    }

    String bytes(Expression base) {
        return size(Role.BYTES, input(base));
    }

    private String size(Role role, Input input) {
        used.add(new Parameter(role, input));
        String letter = role == Role.LENGTH ? "n_" : role == Role.ROW_LENGTH ? "m_" : "b_";
        return letter + name(input.local());
    }

    /** Returns the parameters in use: memory, faults, sizes, values, first and count. */
    List<Parameter> parameters(boolean guarded) {
        List<Parameter> all = new ArrayList<>();
        for (Parameter memory : List.copyOf(used)) {
            sizes(memory);
        }
        used.stream().filter(p -> p.role() == Role.MEMORY).forEach(all::add);
        if (guarded) {
            all.add(new Parameter(Role.FAULTS, null));
        }
        used.stream().filter(p -> p.role() != Role.MEMORY).forEach(all::add);
        for (Input input : body.inputs()) {
            if (input.local().kind() != Kind.REFERENCE) {
                all.add(new Parameter(Role.VALUE, input));
            }
        }
        all.add(new Parameter(Role.FIRST, null));
        all.add(new Parameter(Role.COUNT, null));
        return all;
    }

    /**
     * Adds the sizes of a memory as parameters, even if this text does not need them: other forms
     * do.
     */
    private void sizes(Parameter memory) {
        if (memory.role() != Role.MEMORY) {
            return;
        }
        boolean array = memory.input().descriptor().startsWith("[");
        used.add(new Parameter(array ? Role.LENGTH : Role.BYTES, memory.input()));
        if (isNested(memory.input())) {
            used.add(new Parameter(Role.ROW_LENGTH, memory.input()));
        }
    }

    String declaration(Parameter parameter) {
        Input input = parameter.input();
        return switch (parameter.role()) {
            case MEMORY ->
                    "__global "
                            + Lanes.elementType(elements.getOrDefault(input, Kind.BYTE))
                            + "* p_"
                            + name(input.local());
            case FAULTS -> "__global uchar* faults";
            case VALUE -> Lanes.scalarType(input.local().kind()) + " " + name(input.local());
            case LENGTH -> "int n_" + name(input.local());
            case ROW_LENGTH -> "int m_" + name(input.local());
            case BYTES -> "long b_" + name(input.local());
            case FIRST -> "long first";
            case COUNT -> "long count";
            case WIDTH -> "int width";
        };
    }

    static String argument(String declaration) {
        return declaration.substring(declaration.lastIndexOf(' ') + 1);
    }

    private void scan(List<Statement> statements) {
        for (Statement statement : Statement.all(statements)) {
            Expression.Load access = statement.access();
            if (access != null) {
                access(access.element(), access.base(), statement.line());
            }
            if (statement instanceof Statement.Assign assign && access != null) {
                row(assign.target(), access, assign.line());
            } else if (statement instanceof Statement.Assign assign
                    && assign.value() instanceof Expression.NewArray made) {
                make(assign.target(), made, assign.line());
            }
        }
    }

    private void make(Local target, Expression.NewArray made, int line) {
        boolean fits =
                made.length() instanceof Expression.Constant constant
                        && constant.bits() >= 0
                        && constant.bits() <= MOST_OWN;
        if (!fits) {
            throw new BodyRefusal(
                    "an array of an iteration's own has no constant length, or a large one", line);
        }
        own.put(target, made);
    }

    private void row(Local target, Expression.Load load, int line) {
        if (load.element().kind() != Kind.REFERENCE) {
            return;
        }
        Input input = inputs.get(((Expression.Read) load.base()).local());
        if (input == null || input.descriptor().startsWith("[[[") || !isNested(input)) {
            throw new BodyRefusal(
                    "only arrays of numbers, and arrays of those, can go to a device", line);
        }
        rows.put(target, input);
    }

    private void access(Element element, Expression base, int line) {
        if (element.space() == Element.Space.FIELD) {
            throw new BodyRefusal("field " + element.field() + " is written by the loop", line);
        }
        if (element.kind() != Kind.REFERENCE
                && base instanceof Expression.Read read
                && (inputs.containsKey(read.local()) || rows.containsKey(read.local()))) {
            elements.putIfAbsent(input(base), element.kind());
        }
    }
}
