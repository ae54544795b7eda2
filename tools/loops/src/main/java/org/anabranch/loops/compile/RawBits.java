package org.anabranch.loops.compile;

import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.anabranch.loops.ir.Kind;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** The generator of instructions between values and their raw bits as a long. */
record RawBits(CodeBuilder code) {
    /** Converts the long on the stack to a value. */
    void toValue(Kind kind) {
        switch (kind) {
            case LONG -> {}
            case FLOAT ->
                    code.l2i()
                            .invokestatic(
                                    ClassDesc.of("java.lang.Float"),
                                    "intBitsToFloat",
                                    MethodTypeDesc.of(CD_float, CD_int));
            case DOUBLE ->
                    code.invokestatic(
                            ClassDesc.of("java.lang.Double"),
                            "longBitsToDouble",
                            MethodTypeDesc.of(CD_double, CD_long));
            default -> code.l2i();
        }
    }

    /** Converts the value on the stack to a long; integers are sign-extended. */
    void toBits(Kind kind) {
        switch (kind) {
            case LONG -> {}
            case FLOAT ->
                    code.invokestatic(
                                    ClassDesc.of("java.lang.Float"),
                                    "floatToRawIntBits",
                                    MethodTypeDesc.of(CD_int, CD_float))
                            .i2l();
            case DOUBLE ->
                    code.invokestatic(
                            ClassDesc.of("java.lang.Double"),
                            "doubleToRawLongBits",
                            MethodTypeDesc.of(CD_long, CD_double));
            default -> code.i2l();
        }
    }
}
