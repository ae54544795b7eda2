package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.List;

/** The translator for accesses to memory segments through constant layouts. */
record Layouts(OperandStack values) {

    Expression of(Field field, String type) {
        if (!Modifier.isStatic(field.getModifiers()) || !Modifier.isFinal(field.getModifiers())) {
            throw values.refuse("the layout " + field.getName() + " is no constant");
        }
        ValueLayout layout;
        try {
            field.setAccessible(!Modifier.isPublic(field.getModifiers()));
            layout = (ValueLayout) field.get(null);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            String why = ClosedPackage.reason(field.getDeclaringClass(), closed);
            throw values.refuse("the layout " + field.getName() + " cannot be read: " + why);
        }
        if (layout.byteSize() > 1 && layout.order() != ByteOrder.nativeOrder()) {
            throw values.refuse("the layout " + field.getName() + " is not in native byte order");
        }
        Class<?> carrier = layout.carrier();
        if (!carrier.isPrimitive()) {
            throw values.refuse("the layout " + field.getName() + " is no number");
        }
        long alignment = layout.byteAlignment();
        if (alignment > layout.byteSize()) {
            throw values.refuse(
                    "the layout " + field.getName() + " is aligned to more than its size");
        }
        Local name = values.scope.local(field.getName(), Kind.REFERENCE);
        Kind kind = Kind.of(carrier.descriptorString());
        boolean unaligned = alignment < layout.byteSize();
        Element.Space space =
                unaligned ? Element.Space.SEGMENT_UNALIGNED : Element.Space.SEGMENT_ELEMENTS;
        values.scope.layouts.put(name, new Element(kind, space, ""));
        return new Expression.Read(name);
    }

    void access(String name, Expression segment, List<Expression> arguments) {
        boolean gets = name.equals("get") || name.equals("getAtIndex");
        boolean sets = name.equals("set") || name.equals("setAtIndex");
        if (name.equals("byteSize")
                && segment instanceof Expression.Read read
                && values.scope.sources.get(read.local()) instanceof Source source
                && !(source instanceof Source.Argument)) {
            values.push(
                    values.scope.input(new Source.Size(source), read.local().name() + "Size", "J"));
            return;
        }
        if (!gets && !sets) {
            throw values.refuse("it calls MemorySegment." + name);
        }
        Element element =
                arguments.getFirst() instanceof Expression.Read read
                        ? values.scope.layouts.get(read.local())
                        : null;
        if (element == null) {
            throw values.refuse("a segment is used with a layout that is no constant");
        }
        Expression index = arguments.get(1);
        boolean byElement = name.endsWith("AtIndex");
        if (element.countsBytes() && byElement) {
            Expression size = new Expression.Constant(Kind.LONG, element.kind().bytes());
            index = new Expression.Binary(Operator.MUL, Kind.LONG, index, size);
        } else if (!element.countsBytes() && !byElement) {
            element = new Element(element.kind(), Element.Space.SEGMENT_BYTES, "");
        }
        requireKnown(segment);
        if (gets) {
            values.push(values.temporary(new Expression.Load(element, segment, index)));
        } else {
            values.add(new Statement.Store(element, segment, index, arguments.get(2), values.line));
        }
    }

    private void requireKnown(Expression segment) {
        boolean known =
                segment instanceof Expression.Read read
                        && values.scope.sources.containsKey(read.local());
        if (!known) {
            throw values.refuse("a segment comes from where it cannot be known");
        }
    }
}
