package org.anabranch.dense;

import org.anabranch.dense.arithmetic.Arithmetic;
import org.anabranch.dense.arithmetic.JavaArithmetic;

/** Which arithmetic the kernels use in this process. */
public final class Arithmetics {

    private Arithmetics() {}

    /** Chosen once, when it is first needed. */
    private static final class Chosen {
        static final Arithmetic ARITHMETIC = new JavaArithmetic();
    }

    static Arithmetic chosen() {
        return Chosen.ARITHMETIC;
    }

    /** {@return what computes, in words for a person, such as "plain Java"} */
    public static String describe() {
        return chosen().describe();
    }
}
