package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;

/** The translator for arrays that an iteration creates, and for elements of arrays. */
record ArrayElements(OperandStack values) {

    void array(Kind kind) {
        Read array = (Read) values.temporary(new Expression.NewArray(kind, values.pop()));
        values.scope.types.put(array.local(), "[" + kind.descriptor());
        values.scope.arrays.add(array.local());
        values.push(array);
    }

    void load(ArrayLoadInstruction load) {
        Expression index = values.pop();
        Expression base = values.pop();
        Kind kind = elementKind(base, load.typeKind());
        Choices choices = values.scope.choices;
        Expression at = choices.isOne(base) ? values.fix(index) : index;
        Element element = Element.ofArray(kind);
        Expression loaded =
                choices.get(base, kind, one -> new Expression.Load(element, one, at), values);
        if (kind == Kind.REFERENCE) {
            values.scope.types.put(((Read) loaded).local(), values.scope.type(base).substring(1));
        }
        values.push(loaded);
    }

    void store(ArrayStoreInstruction store) {
        Expression value = values.pop();
        Expression index = values.pop();
        Expression base = values.pop();
        Kind kind = elementKind(base, store.typeKind());
        if (kind == Kind.REFERENCE) {
            throw values.refuse("it stores into an array of objects or rows");
        }
        Element element = Element.ofArray(kind);
        Choices choices = values.scope.choices;
        boolean isOne = choices.isOne(base);
        Expression at = isOne ? values.fix(index) : index;
        Expression put = isOne ? values.fix(value) : value;
        choices.use(base, one -> new Statement.Store(element, one, at, put, values.line), values);
    }

    /** Returns the kind of an element; one instruction serves {@code byte} and {@code boolean}. */
    private Kind elementKind(Expression base, TypeKind named) {
        String type = values.scope.type(base);
        if (values.scope.isUnknown(base)) {
            throw values.refuse("it chooses between arrays");
        }
        if (!type.startsWith("[")) {
            throw values.refuse("an array comes from where it cannot be known");
        }
        Kind kind = Kind.of(type.substring(1));
        if (kind == Kind.REFERENCE && !type.startsWith("[[")) {
            throw values.refuse("it uses an array of objects");
        }
        if (kind != kind(named) && kind != Kind.BOOLEAN) {
            throw values.refuse("an array is not what the code takes it for");
        }
        return kind;
    }

    static Kind kind(TypeKind named) {
        return Kind.valueOf(named.name());
    }
}
