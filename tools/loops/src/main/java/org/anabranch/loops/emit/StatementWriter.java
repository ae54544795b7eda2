package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The writer of statements for one iteration, as the body of a function that returns 0, or 1 at a
 * fault.
 */
class StatementWriter {
    /** A labelled statement that is being written, and its name in the text. */
    record Target(int label, String name, boolean repeats) {}

    final FunctionText function;
    final KernelMemory memory;
    final Expressions expressions;
    final Deque<Target> targets = new ArrayDeque<>();

    /** Creates a writer for one iteration. */
    StatementWriter(FunctionText function) {
        this(function, new Expressions(Lanes.SCALAR, null, function.helpers));
    }

    /** Creates a writer for several lanes. */
    StatementWriter(FunctionText function, Expressions expressions) {
        this.function = function;
        this.memory = function.memory;
        this.expressions = expressions;
    }

    void write(List<Statement> statements) {
        statements.forEach(this::write);
    }

    void write(Statement statement) {
        switch (statement) {
            case Statement.Assign assign -> assign(assign);
            case Statement.Store store -> store(store);
            case Statement.If choice -> choose(choice);
            case Statement.Region region -> region(region);
            case Statement.Jump jump -> leave(jump.label(), jump instanceof Statement.Continue);
            case Statement.End end -> end();
            case Statement.Fault fault -> line("return 1;");
        }
    }

    void region(Statement.Region region) {
        open(region.label(), region instanceof Statement.Repeat);
        write(region.body());
        close();
    }

    void choose(Statement.If choice) {
        line("if " + condition(expressions.mask(choice.condition(), Lanes.SCALAR)) + " {");
        write(choice.then());
        if (!choice.otherwise().isEmpty()) {
            line("} else {");
            write(choice.otherwise());
        }
        line("}");
    }

    static String condition(String mask) {
        return mask.startsWith("(") && mask.endsWith(")") ? mask : "(" + mask + ")";
    }

    void assign(Statement.Assign assign) {
        String target = KernelMemory.name(assign.target());
        switch (assign.value()) {
            case Expression.Load load -> line(target + " = " + loaded(load, index(load)) + "; }");
            case Expression.Length length ->
                    line(target + " = " + memory.length(length.base()) + ";");
            case Expression.NewArray made -> {
                String at = fresh("x");
                String bound = memory.length(new Expression.Read(assign.target()));
                line("for (int " + at + " = 0; " + at + " < " + bound + "; " + at + "++)");
                line(target + "[" + at + "] = 0;");
            }
            case Expression.Binary binary when divides(binary) -> {
                if (!function.proved) {
                    line("if (" + expressions.scalar(binary.right()) + " == 0) return 1;");
                }
                line(target + " = " + expressions.scalar(binary) + ";");
            }
            default -> line(target + " = " + expressions.scalar(assign.value()) + ";");
        }
    }

    void store(Statement.Store store) {
        String index = index(store.access());
        String value = expressions.scalar(store.value());
        line(stored(store.access(), index, value) + " }");
    }

    /** Writes the end of the iterations of all lanes, or of a scalar. */
    void end() {
        line("return 0;");
    }

    void line(String line) {
        function.text.append(line).append('\n');
    }

    String fresh(String start) {
        return function.fresh(start);
    }

    Target target(int label) {
        return targets.stream().filter(t -> t.label == label).findFirst().orElseThrow();
    }

    /** Writes a jump of all lanes, or of a scalar. */
    void leave(int label, boolean again) {
        Target target = target(label);
        boolean innermost = target.equals(targets.peek());
        if (innermost && !again) {
            line("break;");
        } else if (innermost) {
            line("continue;");
        } else {
            line("goto " + (again ? "C" : "E") + target.name + ";");
        }
    }

    /** Opens a labelled statement in the text. */
    void open(int label, boolean repeats) {
        Target target = new Target(label, fresh("_"), repeats);
        targets.push(target);
        line(repeats ? "for (;;) {" : "do {");
    }

    /** Closes the innermost labelled statement. */
    void close() {
        Target target = targets.pop();
        line(target.repeats ? "C" + target.name + ": ;\n}" : "} while (0);");
        line("E" + target.name + ": ;");
    }

    /** Opens a block with the index of an access in a variable, and its guard. */
    String index(Load access) {
        String name = fresh("x");
        String type = indexType(access.element());
        line("{ const %s %s = %s;".formatted(type, name, expressions.scalar(access.index())));
        if (!function.proved) {
            line("if (" + outside(access, name) + ") return 1;");
        }
        return name;
    }

    /**
     * Returns the condition under which an access is out of bounds, given the name of its index.
     */
    private String outside(Load access, String index) {
        if (!access.element().countsBytes()) {
            String unsigned = "(u" + indexType(access.element()) + ") ";
            return unsigned + index + " >= " + unsigned + length(access);
        }
        String bytes = memory.bytes(access.base());
        int size = access.element().kind().bytes();
        return "%s < %s || (ulong) %s > (ulong) (%s - %s)"
                .formatted(bytes, size, index, bytes, size);
    }

    /** Returns the number of elements of an array, or of a segment. */
    String length(Load access) {
        return access.element().space() == Element.Space.ARRAY
                ? memory.length(access.base())
                : "(" + memory.bytes(access.base()) + " / " + access.element().kind().bytes() + ")";
    }

    /** Returns the text added to an index for the offset of a row; empty if there is none. */
    String row(Expression base) {
        return memory.isRow(base)
                ? KernelMemory.name(((Expression.Read) base).local()) + " + "
                : "";
    }

    /** Returns the value of a load: an element, or the offset of a row. */
    String loaded(Load load, String index) {
        return load.element().kind() == Kind.REFERENCE
                ? "(long) " + index + " * " + memory.rowLength(memory.input(load.base()))
                : element(load, index);
    }

    /** Returns one element as a value of its computational kind. */
    String element(Load access, String index) {
        Kind kind = access.element().kind();
        String value = place(access, index);
        if (access.element().countsBytes()) {
            int size = kind.bytes();
            String bytes = size == 1 ? "*(" + value + ")" : "vload" + size + "(0, " + value + ")";
            value = "as_" + Lanes.elementType(kind) + "(" + bytes + ")";
        }
        return kind.computational() == kind ? value : "((int) " + value + ")";
    }

    /** Returns the statement that stores a scalar. */
    String stored(Load access, String index, String value) {
        String narrow = narrow(access.element().kind(), value);
        String place = place(access, index);
        if (!access.element().countsBytes()) {
            return place + " = " + narrow + ";";
        }
        int size = access.element().kind().bytes();
        return size == 1
                ? "*(" + place + ") = as_uchar(" + narrow + ");"
                : "vstore" + size + "(as_uchar" + size + "(" + narrow + "), 0, " + place + ");";
    }

    /** Returns an element of an array; of a segment that is accessed by bytes, a pointer to it. */
    private String place(Load access, String index) {
        Expression base = access.base();
        if (memory.isOwn(base)) {
            return memory.own(base) + "[" + index + "]";
        }
        return access.element().countsBytes()
                ? memory.bytePointer(base) + " + " + index
                : memory.pointer(base, access.element()) + "[" + row(base) + index + "]";
    }

    private static String narrow(Kind kind, String value) {
        return switch (kind) {
            case BOOLEAN -> "((char) (" + value + " & 1))";
            case BYTE, CHAR, SHORT -> "((" + Lanes.elementType(kind) + ") " + value + ")";
            default -> "(" + value + ")";
        };
    }

    static String indexType(Element element) {
        return element.space() == Element.Space.ARRAY ? "int" : "long";
    }

    static boolean divides(Expression value) {
        return value instanceof Expression.Binary binary && binary.mayFault();
    }

    /** Returns true if a statement may fault by itself, unless it is proved not to. */
    static boolean mayFault(Statement statement) {
        return switch (statement) {
            case Statement.Assign assign ->
                    assign.value() instanceof Load || divides(assign.value());
            case Statement.Store store -> true;
            case Statement.Fault fault -> true;
            default -> false;
        };
    }
}
