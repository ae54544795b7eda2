package org.anabranch.loops.compile;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Locale;

/**
 * The generator of instructions for loads, stores and lengths: of arrays, segments, flat arrays and
 * cells.
 */
record AccessCode(CodeBuilder code, Slots slots, ExpressionCode expressions) {
    private static final ClassDesc LAYOUT = ClassDesc.of("java.lang.foreign.ValueLayout");
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

    void load(Expression.Load load, Local target) {
        Element element = load.element();
        int scalar = scalar(load);
        if (scalar >= 0) {
            code.loadLocal(Slots.type(element.kind()), scalar);
            return;
        }
        if (element.space() == Element.Space.FIELD) {
            code.aload(slots.cell(FieldCell.of(load))).iconst_0();
            code.arrayLoad(arrayKind(element.kind()));
            return;
        }
        Local base = local(load.base());
        if (slots.isLogged(base)) {
            code.aload(slots.log()).loadConstant(slots.position(base));
            expressions.push(load.index());
            code.invokeinterface(Slots.LOG, "load", MethodTypeDesc.of(CD_long, CD_int, CD_int));
            new RawBits(code).toValue(element.kind());
            return;
        }
        int source = slots.isRow(base) ? slots.of(base) : slots.source(target, base);
        if (isInSegment(base, element)) {
            segment(slots.isFlat(base) ? slots.of(slots.root(base)) : source, base, load);
            ClassDesc value = Slots.desc(element.kind());
            call("get", element, MethodTypeDesc.of(value, layout(element.kind()), CD_long));
        } else {
            code.aload(source);
            expressions.push(load.index());
            code.arrayLoad(arrayKind(element.kind()));
        }
    }

    void store(Statement.Store store) {
        Element element = store.element();
        int scalar = scalar(store.access());
        if (scalar >= 0) {
            narrowed(store);
            code.storeLocal(Slots.type(element.kind()), scalar);
            return;
        }
        if (element.space() == Element.Space.FIELD) {
            code.aload(slots.cell(FieldCell.of(store.access()))).iconst_0();
            expressions.push(store.value());
            code.arrayStore(arrayKind(element.kind()));
            mark(slots.marks(FieldCell.of(store.access())), code::iconst_0);
            return;
        }
        Local base = local(store.base());
        if (slots.isLogged(base)) {
            log(store, base);
            return;
        }
        Local root = slots.root(base);
        int target = slots.of(root == null ? base : root);
        if (isInSegment(base, element)) {
            segment(target, base, store.access());
            narrowed(store);
            ClassDesc value = Slots.desc(element.kind());
            call(
                    "set",
                    element,
                    MethodTypeDesc.of(CD_void, layout(element.kind()), CD_long, value));
        } else {
            expressions.push(store.base());
            expressions.push(store.index());
            expressions.push(store.value());
            code.arrayStore(arrayKind(element.kind()));
        }
        mark(slots.marks(base), () -> index(store.index()));
    }

    private void log(Statement.Store store, Local base) {
        code.aload(slots.log()).loadConstant(slots.position(base));
        expressions.push(store.index());
        narrowed(store);
        new RawBits(code).toBits(store.element().kind());
        MethodTypeDesc type = MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_long);
        code.invokeinterface(Slots.LOG, "store", type);
    }

    /** Returns the variable of a cell that is in one, or -1. */
    private int scalar(Expression.Load access) {
        return access.element().space() == Element.Space.FIELD
                ? slots.scalar(FieldCell.of(access))
                : slots.scalar(local(access.base()));
    }

    private void index(Expression index) {
        expressions.push(index);
        if (index.kind() == Kind.LONG) {
            code.l2i();
        }
    }

    private void mark(int marks, Runnable index) {
        if (marks >= 0) {
            code.aload(marks);
            index.run();
            code.iconst_1().bastore();
        }
    }

    void length(Expression.Length length) {
        Local base = local(length.base());
        if (slots.isFlat(base)) {
            code.iload(slots.length(slots.root(base)) + (slots.isRow(base) ? 1 : 0));
        } else {
            expressions.push(length.base());
            code.arraylength();
        }
    }

    /** Sets a row variable: to the row itself, or to its number in a flat array. */
    void row(Local row, Expression.Load load) {
        Local outer = local(load.base());
        if (slots.isFlat(outer)) {
            expressions.push(load.index());
            code.iload(slots.length(slots.root(outer)));
            checkIndex();
            code.istore(slots.of(row));
        } else {
            expressions.push(load.base());
            expressions.push(load.index());
            code.aaload().checkcast(ClassDesc.ofDescriptor(slots.typeOf(row)));
            code.astore(slots.of(row));
        }
    }

    private static Local local(Expression base) {
        return ((Expression.Read) base).local();
    }

    private static TypeKind arrayKind(Kind kind) {
        return TypeKind.valueOf(kind.name());
    }

    /** Computes the offset of an element of a flat array, with Java's bounds checks. */
    private void flat(Local base, Expression index) {
        int length = slots.length(slots.root(base));
        if (slots.isRow(base)) {
            code.iload(slots.of(base)).i2l().iload(length + 1).i2l().lmul();
            expressions.push(index);
            code.iload(length + 1);
            checkIndex();
            code.i2l().ladd();
        } else {
            expressions.push(index);
            code.iload(length);
            checkIndex();
            code.i2l();
        }
    }

    private void checkIndex() {
        code.invokestatic(OBJECTS, "checkIndex", MethodTypeDesc.of(CD_int, CD_int, CD_int));
    }

    /** Returns true if an element is in a segment, or in an array that is passed as one. */
    private boolean isInSegment(Local base, Element element) {
        return element.space() != Element.Space.ARRAY || slots.isFlat(base);
    }

    /** Pushes segment, layout and index. */
    private void segment(int slot, Local base, Expression.Load access) {
        Kind kind = access.element().kind();
        boolean unaligned = access.element().space() == Element.Space.SEGMENT_UNALIGNED;
        String layout = "JAVA_" + kind.name() + (unaligned ? "_UNALIGNED" : "");
        code.aload(slot).getstatic(LAYOUT, layout, layout(kind));
        if (slots.isFlat(base)) {
            flat(base, access.index());
        } else {
            expressions.push(access.index());
        }
    }

    /** Calls a method of the segment, for an index of elements or of bytes. */
    private void call(String name, Element element, MethodTypeDesc type) {
        boolean bytes = element.countsBytes();
        code.invokeinterface(Slots.SEGMENT, bytes ? name : name + "AtIndex", type);
    }

    private static ClassDesc layout(Kind kind) {
        String name = kind.name();
        return LAYOUT.nested("Of" + name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT));
    }

    private void narrowed(Statement.Store store) {
        expressions.push(store.value());
        switch (store.element().kind()) {
            case BOOLEAN -> code.iconst_1().iand();
            case BYTE, CHAR, SHORT ->
                    code.conversion(TypeKind.INT, arrayKind(store.element().kind()));
            default -> {}
        }
    }
}
