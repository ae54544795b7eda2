package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Function;
import org.anabranch.loops.ir.Kind;

import java.util.Map;
import java.util.Optional;

/** The table of library methods that are functions of the form. */
final class Intrinsics {
    private static final Map<String, Function> MATH =
            Map.ofEntries(
                    Map.entry("abs", Function.ABS),
                    Map.entry("min", Function.MIN),
                    Map.entry("max", Function.MAX),
                    Map.entry("sqrt", Function.SQRT),
                    Map.entry("floor", Function.FLOOR),
                    Map.entry("ceil", Function.CEIL),
                    Map.entry("rint", Function.RINT),
                    Map.entry("fma", Function.FMA),
                    Map.entry("round", Function.ROUND),
                    Map.entry("signum", Function.SIGNUM),
                    Map.entry("multiplyHigh", Function.MULTIPLY_HIGH),
                    Map.entry("sin", Function.SIN),
                    Map.entry("cos", Function.COS),
                    Map.entry("tan", Function.TAN),
                    Map.entry("asin", Function.ASIN),
                    Map.entry("acos", Function.ACOS),
                    Map.entry("atan", Function.ATAN),
                    Map.entry("atan2", Function.ATAN2),
                    Map.entry("exp", Function.EXP),
                    Map.entry("log", Function.LOG),
                    Map.entry("log10", Function.LOG10),
                    Map.entry("pow", Function.POW),
                    Map.entry("cbrt", Function.CBRT),
                    Map.entry("sinh", Function.SINH),
                    Map.entry("cosh", Function.COSH),
                    Map.entry("tanh", Function.TANH),
                    Map.entry("hypot", Function.HYPOT),
                    Map.entry("expm1", Function.EXPM1),
                    Map.entry("log1p", Function.LOG1P));

    private static final Map<String, Function> BOXES =
            Map.ofEntries(
                    Map.entry("Float.floatToRawIntBits", Function.RAW_BITS),
                    Map.entry("Double.doubleToRawLongBits", Function.RAW_BITS),
                    Map.entry("Float.floatToIntBits", Function.BITS),
                    Map.entry("Double.doubleToLongBits", Function.BITS),
                    Map.entry("Float.intBitsToFloat", Function.FROM_BITS),
                    Map.entry("Double.longBitsToDouble", Function.FROM_BITS),
                    Map.entry("Float.isNaN", Function.IS_NAN),
                    Map.entry("Double.isNaN", Function.IS_NAN),
                    Map.entry("Integer.bitCount", Function.BIT_COUNT),
                    Map.entry("Long.bitCount", Function.BIT_COUNT),
                    Map.entry("Integer.numberOfLeadingZeros", Function.LEADING_ZEROS),
                    Map.entry("Long.numberOfLeadingZeros", Function.LEADING_ZEROS),
                    Map.entry("Integer.numberOfTrailingZeros", Function.TRAILING_ZEROS),
                    Map.entry("Long.numberOfTrailingZeros", Function.TRAILING_ZEROS),
                    Map.entry("Integer.min", Function.MIN),
                    Map.entry("Integer.max", Function.MAX),
                    Map.entry("Long.min", Function.MIN),
                    Map.entry("Long.max", Function.MAX),
                    Map.entry("Float.min", Function.MIN),
                    Map.entry("Float.max", Function.MAX),
                    Map.entry("Double.min", Function.MIN),
                    Map.entry("Double.max", Function.MAX));

    private Intrinsics() {}

    /**
     * Returns the function of a static method.
     *
     * @param owner internal name of its class
     * @param name its name
     * @param operands kind of its first parameter
     * @return its function, or empty
     */
    static Optional<Function> find(String owner, String name, Kind operands) {
        if (owner.equals("java/lang/Math")) {
            // sqrt, floor and the transcendental functions take double; the others all their kinds
            return Optional.ofNullable(MATH.get(name));
        }
        if (owner.equals("java/lang/StrictMath") && MATH.containsKey(name)) {
            Function function = MATH.get(name);
            return Optional.of(
                    function.isExact() ? function : Function.valueOf("STRICT_" + function));
        }
        if (owner.startsWith("java/lang/")) {
            return Optional.ofNullable(
                    BOXES.get(owner.substring("java/lang/".length()) + "." + name));
        }
        return Optional.empty();
    }
}
