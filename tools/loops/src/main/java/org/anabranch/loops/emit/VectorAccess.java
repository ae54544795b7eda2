package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Load;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.function.Consumer;

/**
 * The writer of loads and stores of all lanes: one element if it is the same in all lanes, a vector
 * if the lanes' elements are neighbours, otherwise an element per lane.
 */
record VectorAccess(VectorStatements writer, Lanes lanes, Shapes shapes, boolean full) {

    void load(Local target, Load load, boolean scalar) {
        Element element = load.element();
        if (isSameRow(load) && shapes.of(load.index()).isUniform()) {
            String value = writer.loaded(load, writer.index(load));
            writer.set(target, scalar ? value : lanes.spread(load.kind(), value));
        } else if (element.kind() == Kind.REFERENCE) {
            String index = vectorIndex(load);
            String rows = writer.memory.rowLength(writer.memory.input(load.base()));
            writer.set(
                    target, lanes.convert("long", index) + " * " + lanes.spread(Kind.LONG, rows));
        } else if (areNeighbours(load)) {
            neighbours(target, load);
        } else {
            gather(target, load, vectorIndex(load));
        }
        writer.line("}");
    }

    private boolean isSameRow(Load access) {
        return shapes.of(access.base()).isUniform();
    }

    private boolean areNeighbours(Load access) {
        return isSameRow(access)
                && shapes.of(access.index()).stride() == 1
                && !access.element().countsBytes();
    }

    private void neighbours(Local target, Load load) {
        Kind kind = load.element().kind();
        String first = firstIndex(load);
        String loaded = "vload%s(0, %s)".formatted(lanes.count(), pointer(load, first));
        String vector = kind.computational() == kind ? loaded : lanes.convert("int", loaded);
        together(
                load.element(),
                first,
                () -> writer.set(target, vector),
                index -> gather(target, load, safe(index, load.element())));
    }

    /** Returns the pointer to lane 0's element. */
    private String pointer(Load access, String first) {
        return "%s + %s%s%s"
                .formatted(
                        writer.memory.pointer(access.base(), access.element()),
                        writer.row(access.base()),
                        first,
                        Copies.further(lanes.count()));
    }

    private void gather(Local target, Load load, String index) {
        String row = rowName(load.base());
        writer.set(
                target,
                lanes.each(
                        load.kind(),
                        lane -> ofLane(writer.element(load, index + Lanes.at(lane)), row, lane)));
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
        Load access = store.access();
        String value = writer.fresh("w") + "@";
        if (areNeighbours(access)) {
            String first = firstIndex(access);
            value(value, store);
            String narrowed = narrowed(access.element().kind(), value);
            String vector =
                    "vstore%s(%s, 0, %s);"
                            .formatted(lanes.count(), narrowed, pointer(access, first));
            together(
                    access.element(),
                    first,
                    () -> writer.line(vector),
                    index -> scatter(access, index, value));
        } else {
            String index = vectorIndex(access);
            value(value, store);
            scatter(access, index, value);
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

    private void scatter(Load access, String index, String value) {
        String row = rowName(access.base());
        for (int lane = 0; lane < lanes.count(); lane++) {
            String at = Lanes.at(lane);
            String one = ofLane(writer.stored(access, index + at, value + at), row, lane);
            writer.line(full ? one : "if (exec@" + at + ") { " + one + " }");
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
    private String firstIndex(Load access) {
        String name = writer.fresh("x");
        String text = writer.expressions.scalar(access.index());
        String type = StatementWriter.indexType(access.element());
        writer.line("{ const " + type + " " + name + " = " + text + ";");
        if (!writer.function.proved) {
            guard(access, strided(access.element(), name));
        }
        return name;
    }

    /** Opens a block with the indices of all lanes; inactive lanes have 0. */
    private String vectorIndex(Load access) {
        String name = writer.fresh("i") + "@";
        writer.line("{");
        declare(name, access.element(), writer.expressions.vector(access.index()));
        if (!writer.function.proved) {
            guard(access, name);
        }
        return full ? name : safe(name, access.element());
    }

    private String safe(String index, Element element) {
        Kind kind = VectorStatements.indexKind(element);
        String name = writer.fresh("i") + "@";
        declare(name, element, lanes.select(kind, "exec@", index, lanes.spread(kind, "0")));
        return name;
    }

    private void guard(Load access, String index) {
        Kind kind = VectorStatements.indexKind(access.element());
        String as = "as_" + lanes.unsigned(kind) + "(" + index + ")";
        String limit =
                !access.element().countsBytes()
                        ? writer.length(access)
                        : "max(%s - %s, 0L)"
                                .formatted(
                                        writer.memory.bytes(access.base()),
                                        access.element().kind().bytes() - 1);
        String outside = lanes.compare(kind, as, ">=", unsigned(kind, limit));
        writer.line("if (any(exec@ & " + outside + ")) return 1;");
    }

    private String unsigned(Kind kind, String scalar) {
        String type = kind == Kind.INT ? "uint" : "ulong";
        return "((" + lanes.unsigned(kind) + ")((" + type + ") " + scalar + "))";
    }
}
