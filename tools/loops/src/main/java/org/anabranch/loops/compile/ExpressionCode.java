package org.anabranch.loops.compile;

import static java.lang.constant.ConstantDescs.CD_int;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;

/**
 * The generator of instructions for expressions. They are Java's own instructions, so the meaning
 * is unchanged.
 */
record ExpressionCode(CodeBuilder code, Slots slots) {

    /** Pushes the value on the stack. */
    void push(Expression value) {
        switch (value) {
            case Expression.Constant constant -> constant(constant);
            case Expression.Read read ->
                    code.loadLocal(Slots.type(read.kind()), slots.of(read.local()));
            case Expression.Binary binary -> {
                push(binary.left());
                push(binary.right());
                String name = letter(binary.kind()) + binary.operator().name();
                code.with(OperatorInstruction.of(Opcode.valueOf(name)));
            }
            case Expression.Negate negate -> {
                push(negate.operand());
                code.with(OperatorInstruction.of(Opcode.valueOf(letter(negate.kind()) + "NEG")));
            }
            case Expression.Convert convert -> convert(convert);
            case Expression.Relation relation -> truth(relation);
            case Expression.Not not -> truth(not);
            case Expression.ThreeWay way -> {
                push(way.left());
                push(way.right());
                compare(way.left().kind(), way.unordered());
            }
            case Expression.Apply apply -> call(apply);
            default -> throw new IllegalArgumentException("a value of its own: " + value);
        }
    }

    /** Calls the Java method of a function. */
    private void call(Expression.Apply apply) {
        apply.arguments().forEach(this::push);
        Kind kind = apply.operands();
        boolean throughDouble = apply.function() == PureFunction.SQRT && kind == Kind.FLOAT;
        if (throughDouble) {
            code.f2d();
            kind = Kind.DOUBLE;
        }
        boolean truth = apply.function() == PureFunction.IS_NAN;
        ClassDesc result = Slots.desc(truth ? Kind.BOOLEAN : apply.function().result(kind));
        int count = apply.arguments().size();
        String[] method = apply.function().javaName(kind).split("\\.");
        code.invokestatic(
                ClassDesc.of("java.lang." + method[0]),
                method[1],
                MethodTypeDesc.of(result, Collections.nCopies(count, Slots.desc(kind))));
        if (throughDouble) {
            code.d2f();
        }
    }

    private void constant(Expression.Constant constant) {
        switch (constant.kind()) {
            case LONG -> code.loadConstant(constant.bits());
            case FLOAT -> code.loadConstant(Float.intBitsToFloat((int) constant.bits()));
            case DOUBLE -> code.loadConstant(Double.longBitsToDouble(constant.bits()));
            default -> code.loadConstant((int) constant.bits());
        }
    }

    private static String letter(Kind kind) {
        return switch (kind) {
            case LONG -> "L";
            case FLOAT -> "F";
            case DOUBLE -> "D";
            default -> "I";
        };
    }

    private void convert(Expression.Convert convert) {
        push(convert.operand());
        Kind from = convert.operand().kind();
        switch (convert.to()) {
            case BOOLEAN -> code.iconst_1().iand();
            case BYTE, CHAR, SHORT ->
                    code.conversion(TypeKind.INT, TypeKind.valueOf(convert.to().name()));
            default -> {
                if (Slots.type(from) != Slots.type(convert.to())) {
                    code.conversion(Slots.type(from), Slots.type(convert.to()));
                }
            }
        }
    }

    private void compare(Kind kind, int unordered) {
        switch (kind) {
            case LONG -> code.lcmp();
            case FLOAT, DOUBLE -> {
                String name = letter(kind) + (unordered > 0 ? "CMPG" : "CMPL");
                code.with(OperatorInstruction.of(Opcode.valueOf(name)));
            }
            default ->
                    code.invokestatic(
                            ClassDesc.of("java.lang.Integer"),
                            "compare",
                            MethodTypeDesc.of(CD_int, CD_int, CD_int));
        }
    }

    private void truth(Expression condition) {
        Label no = code.newLabel();
        Label end = code.newLabel();
        unless(condition, no);
        code.iconst_1().goto_(end);
        code.labelBinding(no);
        code.iconst_0();
        code.labelBinding(end);
    }

    /** Jumps if a condition does not hold. */
    void unless(Expression condition, Label otherwise) {
        Label holds = code.newLabel();
        when(condition, holds);
        code.goto_w(otherwise);
        code.labelBinding(holds);
    }

    /** Jumps if a condition holds. */
    private void when(Expression condition, Label holds) {
        switch (condition) {
            case Expression.Relation relation -> when(relation, holds);
            case Expression.Not not -> {
                Label no = code.newLabel();
                when(not.operand(), no);
                code.goto_(holds);
                code.labelBinding(no);
            }
            case Expression.Binary binary
                    when binary.operator() == Operator.OR && binary.kind() == Kind.INT -> {
                when(binary.left(), holds);
                when(binary.right(), holds);
            }
            default -> {
                push(condition);
                code.ifne(holds);
            }
        }
    }

    private void when(Expression.Relation relation, Label holds) {
        Kind kind = relation.left().kind();
        push(relation.left());
        push(relation.right());
        String test = kind == Kind.INT ? "IF_ICMP" : "IF";
        if (kind != Kind.INT) {
            boolean below =
                    relation.order() == ComparisonOperator.LT
                            || relation.order() == ComparisonOperator.LE;
            compare(kind, below ? 1 : -1); // NaN: neither below nor above
        }
        code.branch(Opcode.valueOf(test + relation.order()), holds);
    }
}
