package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** The common part of the scalar and the vector writer: text, labels, memory accesses. */
abstract class StatementWriter {
    /** A labelled statement that is being written, and its name in the text. */
    record Target(int label, String name, boolean repeats) {}

    final StringBuilder text;
    final KernelMemory memory;
    final Expressions expressions;
    final Predicate<Statement> proved;
    final Deque<Target> targets = new ArrayDeque<>();
    private final Names names;

    /** A source of names that are unique in a function. */
    static final class Names {
        private int last;

        String next(String start) {
            last++;
            return start + last;
        }
    }

    StatementWriter(
            StringBuilder text,
            KernelMemory memory,
            Expressions expressions,
            Predicate<Statement> proved,
            Names names) {
        this.text = text;
        this.memory = memory;
        this.expressions = expressions;
        this.proved = proved;
        this.names = names;
    }

    abstract void write(List<Statement> statements);

    void line(String line) {
        text.append(line).append('\n');
    }

    String fresh(String start) {
        return names.next(start);
    }

    Target target(int label) {
        return targets.stream().filter(t -> t.label == label).findFirst().orElseThrow();
    }

    /** Writes a jump of all lanes, or of a scalar. */
    void jump(int label, boolean again) {
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
    String index(Statement statement, Element element, Expression base, Expression index) {
        String name = fresh("x");
        line("{ const %s %s = %s;".formatted(indexType(element), name, expressions.scalar(index)));
        if (!proved.test(statement)) {
            line("if (" + outside(element, base, name) + ") return 1;");
        }
        return name;
    }

    /**
     * Returns the condition under which a scalar access is out of bounds, given the name of its
     * index.
     */
    String outside(Element element, Expression base, String index) {
        int size = element.kind().bytes();
        return switch (element.space()) {
            case ARRAY -> "(uint) " + index + " >= (uint) " + memory.length(base);
            case SEGMENT_ELEMENTS ->
                    "(ulong) " + index + " >= (ulong) (" + memory.bytes(base) + " / " + size + ")";
            default -> {
                String bytes = memory.bytes(base);
                yield "%s < %s || (ulong) %s > (ulong) (%s - %s)"
                        .formatted(bytes, size, index, bytes, size);
            }
        };
    }

    /** Returns the text added to an index for the offset of a row; empty if there is none. */
    String row(Expression base) {
        return memory.isRow(base)
                ? KernelMemory.name(((Expression.Read) base).local()) + " + "
                : "";
    }

    /** Returns one element as a value of its computational kind. */
    String element(Element element, Expression base, String index) {
        if (memory.isOwn(base)) {
            return loaded(element.kind(), memory.own(base) + "[" + index + "]");
        }
        if (element.space() != Element.Space.SEGMENT_BYTES) {
            return loaded(
                    element.kind(), memory.pointer(base, element) + "[" + row(base) + index + "]");
        }
        String pointer = memory.bytePointer(base) + " + " + index;
        int size = element.kind().bytes();
        String bytes = size == 1 ? "*(" + pointer + ")" : "vload" + size + "(0, " + pointer + ")";
        return loaded(
                element.kind(), "as_" + Lanes.elementType(element.kind()) + "(" + bytes + ")");
    }

    private static String loaded(Kind kind, String value) {
        return kind.computational() == kind ? value : "((int) " + value + ")";
    }

    /** Returns the statement that stores a scalar. */
    String stored(Element element, Expression base, String index, String value) {
        String narrow = narrow(element.kind(), value);
        if (memory.isOwn(base)) {
            return memory.own(base) + "[" + index + "] = " + narrow + ";";
        }
        if (element.space() != Element.Space.SEGMENT_BYTES) {
            return memory.pointer(base, element) + "[" + row(base) + index + "] = " + narrow + ";";
        }
        String pointer = memory.bytePointer(base) + " + " + index;
        int size = element.kind().bytes();
        return size == 1
                ? "*(" + pointer + ") = as_uchar(" + narrow + ");"
                : "vstore" + size + "(as_uchar" + size + "(" + narrow + "), 0, " + pointer + ");";
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
                    assign.value() instanceof Expression.Load || divides(assign.value());
            case Statement.Store store -> true;
            case Statement.Fault fault -> true;
            default -> false;
        };
    }
}
