package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.util.function.Consumer;

/**
 * The writer of loads and stores of all lanes: one element if it is the same in all lanes, a vector
 * if the lanes' elements are neighbours, otherwise an element per lane.
 */
record VectorAccess(VectorStatements writer, Lanes lanes, Shapes shapes, boolean full) {

    void load(Statement.Assign assign, Expression.Load load, boolean scalar) {
        Element element = load.element();
        boolean sameRow = shapes.of(load.base()).isUniform();
        LaneShape shape = shapes.of(load.index());
        if (sameRow && shape.isUniform()) {
            String index = writer.index(assign, element, load.base(), load.index());
            String value = value(element, load.base(), index);
            writer.set(assign.target(), scalar ? value : lanes.spread(load.kind(), value));
        } else if (element.kind() == Kind.REFERENCE) {
            String index = vectorIndex(assign, element, load.base(), load.index());
            String rows = writer.memory.rowLength(writer.memory.input(load.base()));
            writer.set(
                    assign.target(),
                    lanes.convert("long", index) + " * " + lanes.spread(Kind.LONG, rows));
        } else if (sameRow && shape.stride() == 1 && vectors(element)) {
            neighbours(assign, load);
        } else {
            String index = vectorIndex(assign, element, load.base(), load.index());
            gather(assign, load, index);
        }
        writer.line("}");
    }

    private String value(Element element, Expression base, String index) {
        return element.kind() == Kind.REFERENCE
                ? "(long) " + index + " * " + writer.memory.rowLength(writer.memory.input(base))
                : writer.element(element, base, index);
    }

    private static boolean vectors(Element element) {
        return element.space() != Element.Space.SEGMENT_BYTES;
    }

    private void neighbours(Statement.Assign assign, Expression.Load load) {
        Element element = load.element();
        String first = firstIndex(assign, element, load.base(), load.index());
        String pointer = writer.memory.pointer(load.base(), element);
        String vector =
                widened(
                        element.kind(),
                        "vload%s(0, %s + %s%s%s)"
                                .formatted(
                                        lanes.count(),
                                        pointer,
                                        writer.row(load.base()),
                                        first,
                                        Copies.further(lanes.count())));
        together(
                element,
                first,
                () -> writer.set(assign.target(), vector),
                index -> gather(assign, load, safe(index, element)));
    }

    private String widened(Kind kind, String vector) {
        return kind.computational() == kind ? vector : lanes.convert("int", vector);
    }

    private void gather(Statement.Assign assign, Expression.Load load, String index) {
        Element element = load.element();
        String row = rowName(load.base());
        writer.set(
                assign.target(),
                lanes.each(
                        load.kind(),
                        lane -> {
                            String at = index + Lanes.at(lane);
                            return element(element, load.base(), row, lane, at);
                        }));
    }

    private String element(Element element, Expression base, String row, int lane, String at) {
        String text = writer.element(element, base, at);
        return ofLane(text, row, lane);
    }

    private static String ofLane(String text, String row, int lane) {
        return row == null ? text : text.replace(row + " + ", row + "@" + Lanes.at(lane) + " + ");
    }

    /** Returns the name of a row that differs from lane to lane, or null. */
    private String rowName(Expression base) {
        return writer.memory.isRow(base) && !shapes.of(base).isUniform()
                ? KernelMemory.name(((Expression.Read) base).local())
                : null;
    }

    void store(Statement.Store store) {
        Element element = store.element();
        boolean sameRow = shapes.of(store.base()).isUniform();
        String value = writer.fresh("w") + "@";
        if (sameRow && shapes.of(store.index()).stride() == 1 && vectors(element)) {
            String first = firstIndex(store, element, store.base(), store.index());
            value(value, store);
            String vector =
                    "vstore%s(%s, 0, %s + %s%s%s);"
                            .formatted(
                                    lanes.count(),
                                    narrowed(element.kind(), value),
                                    writer.memory.pointer(store.base(), element),
                                    writer.row(store.base()),
                                    first,
                                    Copies.further(lanes.count()));
            together(
                    element,
                    first,
                    () -> writer.line(vector),
                    index -> scatter(store, index, value));
        } else {
            String index = vectorIndex(store, element, store.base(), store.index());
            value(value, store);
            scatter(store, index, value);
        }
        writer.line("}");
    }

    private void value(String name, Statement.Store store) {
        String type = lanes.type(store.value().kind());
        writer.line(
                "const %s %s = %s;"
                        .formatted(type, name, writer.expressions.vector(store.value())));
    }

    private String narrowed(Kind kind, String value) {
        return switch (kind) {
            case BOOLEAN -> lanes.convert("char", value + " & 1");
            case BYTE, CHAR, SHORT -> lanes.convert(Lanes.elementType(kind), value);
            default -> value;
        };
    }

    private void scatter(Statement.Store store, String index, String value) {
        String row = rowName(store.base());
        for (int lane = 0; lane < lanes.count(); lane++) {
            String one =
                    writer.stored(
                            store.element(),
                            store.base(),
                            index + Lanes.at(lane),
                            value + Lanes.at(lane));
            one = ofLane(one, row, lane);
            writer.line(full ? one : "if (exec@" + Lanes.at(lane) + ") { " + one + " }");
        }
    }

    private void declare(String name, Element element, String vector) {
        writer.line(
                "const %s %s = %s;"
                        .formatted(lanes.type(VectorStatements.indexKind(element)), name, vector));
    }

    /**
     * Writes an access to neighbouring elements: as a whole if all lanes are active, otherwise lane
     * by lane.
     */
    private void together(
            Element element, String first, Runnable whole, Consumer<String> laneByLane) {
        if (full) {
            whole.run();
            return;
        }
        writer.line("if (" + writer.running(true) + ") {");
        whole.run();
        writer.line("} else {");
        laneByLane.accept(strided(element, first));
        writer.line("}");
    }

    /** Declares the indices of all lanes, given that of lane 0; returns their name. */
    private String strided(Element element, String first) {
        Kind kind = VectorStatements.indexKind(element);
        String name = writer.fresh("i") + "@";
        declare(name, element, writer.expressions.strided(kind, first, 1));
        return name;
    }

    /** Opens a block with lane 0's index of neighbouring elements. */
    private String firstIndex(
            Statement statement, Element element, Expression base, Expression index) {
        String name = writer.fresh("x");
        String text = writer.expressions.scalar(index);
        writer.line(
                "{ const " + StatementWriter.indexType(element) + " " + name + " = " + text + ";");
        if (!writer.proved.test(statement)) {
            guard(element, base, strided(element, name));
        }
        return name;
    }

    /** Opens a block with the indices of all lanes; inactive lanes have 0. */
    private String vectorIndex(
            Statement statement, Element element, Expression base, Expression index) {
        String name = writer.fresh("i") + "@";
        writer.line("{");
        declare(name, element, writer.expressions.vector(index));
        if (!writer.proved.test(statement)) {
            guard(element, base, name);
        }
        return full ? name : safe(name, element);
    }

    private String safe(String index, Element element) {
        Kind kind = VectorStatements.indexKind(element);
        String name = writer.fresh("i") + "@";
        declare(name, element, lanes.select(kind, "exec@", index, lanes.spread(kind, "0")));
        return name;
    }

    private void guard(Element element, Expression base, String index) {
        Kind kind = VectorStatements.indexKind(element);
        String as = "as_" + lanes.unsigned(kind) + "(" + index + ")";
        int size = element.kind().bytes();
        String limit =
                switch (element.space()) {
                    case ARRAY -> writer.memory.length(base);
                    case SEGMENT_ELEMENTS -> "(" + writer.memory.bytes(base) + " / " + size + ")";
                    default -> "max(%s - %s, 0L)".formatted(writer.memory.bytes(base), size - 1);
                };
        String outside = lanes.compare(kind, as, ">=", unsigned(kind, limit));
        writer.line("if (any(exec@ & " + outside + ")) return 1;");
    }

    private String unsigned(Kind kind, String scalar) {
        String type = kind == Kind.INT ? "uint" : "ulong";
        return "((" + lanes.unsigned(kind) + ")((" + type + ") " + scalar + "))";
    }
}
