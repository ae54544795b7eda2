package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;

import java.util.Map;
import java.util.Optional;

/** The table of library methods that are functions of the form. */
final class Intrinsics {
    private static final Map<String, PureFunction> MATH =
            Map.ofEntries(
                    Map.entry("abs", PureFunction.ABS),
                    Map.entry("min", PureFunction.MIN),
                    Map.entry("max", PureFunction.MAX),
                    Map.entry("sqrt", PureFunction.SQRT),
                    Map.entry("floor", PureFunction.FLOOR),
                    Map.entry("ceil", PureFunction.CEIL),
                    Map.entry("rint", PureFunction.RINT),
                    Map.entry("fma", PureFunction.FMA),
                    Map.entry("round", PureFunction.ROUND),
                    Map.entry("signum", PureFunction.SIGNUM),
                    Map.entry("multiplyHigh", PureFunction.MULTIPLY_HIGH),
                    Map.entry("sin", PureFunction.SIN),
                    Map.entry("cos", PureFunction.COS),
                    Map.entry("tan", PureFunction.TAN),
                    Map.entry("asin", PureFunction.ASIN),
                    Map.entry("acos", PureFunction.ACOS),
                    Map.entry("atan", PureFunction.ATAN),
                    Map.entry("atan2", PureFunction.ATAN2),
                    Map.entry("exp", PureFunction.EXP),
                    Map.entry("log", PureFunction.LOG),
                    Map.entry("log10", PureFunction.LOG10),
                    Map.entry("pow", PureFunction.POW),
                    Map.entry("cbrt", PureFunction.CBRT),
                    Map.entry("sinh", PureFunction.SINH),
                    Map.entry("cosh", PureFunction.COSH),
                    Map.entry("tanh", PureFunction.TANH),
                    Map.entry("hypot", PureFunction.HYPOT),
                    Map.entry("expm1", PureFunction.EXPM1),
                    Map.entry("log1p", PureFunction.LOG1P));

    private static final Map<String, PureFunction> BOXES =
            Map.ofEntries(
                    Map.entry("Float.floatToRawIntBits", PureFunction.RAW_BITS),
                    Map.entry("Double.doubleToRawLongBits", PureFunction.RAW_BITS),
                    Map.entry("Float.floatToIntBits", PureFunction.BITS),
                    Map.entry("Double.doubleToLongBits", PureFunction.BITS),
                    Map.entry("Float.intBitsToFloat", PureFunction.FROM_BITS),
                    Map.entry("Double.longBitsToDouble", PureFunction.FROM_BITS),
                    Map.entry("Float.isNaN", PureFunction.IS_NAN),
                    Map.entry("Double.isNaN", PureFunction.IS_NAN),
                    Map.entry("Integer.bitCount", PureFunction.BIT_COUNT),
                    Map.entry("Long.bitCount", PureFunction.BIT_COUNT),
                    Map.entry("Integer.numberOfLeadingZeros", PureFunction.LEADING_ZEROS),
                    Map.entry("Long.numberOfLeadingZeros", PureFunction.LEADING_ZEROS),
                    Map.entry("Integer.numberOfTrailingZeros", PureFunction.TRAILING_ZEROS),
                    Map.entry("Long.numberOfTrailingZeros", PureFunction.TRAILING_ZEROS),
                    Map.entry("Integer.min", PureFunction.MIN),
                    Map.entry("Integer.max", PureFunction.MAX),
                    Map.entry("Long.min", PureFunction.MIN),
                    Map.entry("Long.max", PureFunction.MAX),
                    Map.entry("Float.min", PureFunction.MIN),
                    Map.entry("Float.max", PureFunction.MAX),
                    Map.entry("Double.min", PureFunction.MIN),
                    Map.entry("Double.max", PureFunction.MAX));

    private Intrinsics() {}

    /**
     * Returns the function of a static method.
     *
     * @param owner internal name of its class
     * @param name its name
     * @param operands kind of its first parameter
     * @return its function, or empty
     */
    static Optional<PureFunction> find(String owner, String name, Kind operands) {
        if (owner.equals("java/lang/Math")) {
            // sqrt, floor and the transcendental functions take double; the others all their kinds
            return Optional.ofNullable(MATH.get(name));
        }
        if (owner.equals("java/lang/StrictMath") && MATH.containsKey(name)) {
            PureFunction function = MATH.get(name);
            return Optional.of(
                    function.isExact() ? function : PureFunction.valueOf("STRICT_" + function));
        }
        if (owner.startsWith("java/lang/")) {
            return Optional.ofNullable(
                    BOXES.get(owner.substring("java/lang/".length()) + "." + name));
        }
        return Optional.empty();
    }
}
