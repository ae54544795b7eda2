package org.anabranch.loops.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;

/** The generator of calls for functions: each becomes a call of its Java method. */
final class FunctionCode {
    private FunctionCode() {}

    static void call(CodeBuilder code, Expression.Apply apply) {
        Kind kind = apply.operands();
        boolean throughDouble = apply.function() == PureFunction.SQRT && kind == Kind.FLOAT;
        if (throughDouble) {
            code.f2d();
            kind = Kind.DOUBLE;
        }
        boolean truth = apply.function() == PureFunction.IS_NAN;
        ClassDesc result = truth ? CD_boolean : type(apply.function().result(kind));
        int count = apply.arguments().size();
        code.invokestatic(
                ClassDesc.of("java.lang." + owner(apply.function(), kind)),
                name(apply.function(), kind),
                MethodTypeDesc.of(result, Collections.nCopies(count, type(kind))));
        if (throughDouble) {
            code.d2f();
        }
    }

    private static String[] ofMath(PureFunction function) {
        return function.javaName().split("\\.");
    }

    private static ClassDesc type(Kind kind) {
        return switch (kind) {
            case LONG -> CD_long;
            case FLOAT -> CD_float;
            case DOUBLE -> CD_double;
            default -> CD_int;
        };
    }

    private static String owner(PureFunction function, Kind kind) {
        return switch (function) {
            case RAW_BITS, BITS, IS_NAN -> kind == Kind.FLOAT ? "Float" : "Double";
            case FROM_BITS -> kind == Kind.INT ? "Float" : "Double";
            case BIT_COUNT, LEADING_ZEROS, TRAILING_ZEROS -> kind == Kind.INT ? "Integer" : "Long";
            default -> ofMath(function)[0];
        };
    }

    private static String name(PureFunction function, Kind kind) {
        boolean single = kind == Kind.FLOAT;
        return switch (function) {
            case RAW_BITS -> single ? "floatToRawIntBits" : "doubleToRawLongBits";
            case BITS -> single ? "floatToIntBits" : "doubleToLongBits";
            case FROM_BITS -> kind == Kind.INT ? "intBitsToFloat" : "longBitsToDouble";
            case IS_NAN -> "isNaN";
            case BIT_COUNT -> "bitCount";
            case LEADING_ZEROS -> "numberOfLeadingZeros";
            case TRAILING_ZEROS -> "numberOfTrailingZeros";
            case COPY_SIGN -> "copySign";
            case MULTIPLY_HIGH -> "multiplyHigh";
            default -> ofMath(function)[1];
        };
    }
}
