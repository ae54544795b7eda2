package org.anabranch.dense;

/** The bits of the scalar {@code form} of a kernel. */
final class Form {
    static final int COLUMNS = 1;
    static final int TRANSPOSE_A = 2;
    static final int TRANSPOSE_B = 4;
    static final int UPPER = 8;
    static final int RIGHT = 16;
    static final int UNIT = 32;
    static final int BACKWARDS = 64;

    private Form() {}

    static boolean has(long form, int bit) {
        return (form & bit) != 0;
    }

    static int of(Layout layout) {
        return layout == Layout.COLUMNS ? COLUMNS : 0;
    }

    static int a(Transpose transpose) {
        return transpose == Transpose.YES ? TRANSPOSE_A : 0;
    }

    static int b(Transpose transpose) {
        return transpose == Transpose.YES ? TRANSPOSE_B : 0;
    }

    static int of(Triangle triangle) {
        return triangle == Triangle.UPPER ? UPPER : 0;
    }

    static int of(Side side) {
        return side == Side.RIGHT ? RIGHT : 0;
    }

    static int of(Diagonal diagonal) {
        return diagonal == Diagonal.UNIT ? UNIT : 0;
    }
}
