package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;

/**
 * The functions {@code Math.rint}, {@code floor} and {@code ceil} by additions alone. OpenCL C's
 * own functions would do, except for a fault of PoCL 3.1: a kernel that stores {@code rint} of a
 * large constant stores nothing.
 */
final class Rounding {
    private Rounding() {}

    /** Returns the nearest integer, half to even: adding 2^52 leaves no bits for a fraction. */
    static String nearest(Helpers helpers, Lanes lanes, Kind kind, String value) {
        String type = lanes.type(kind);
        String whole = lanes.spread(kind, kind == Kind.FLOAT ? "0x1p23f" : "0x1p52");
        String small = lanes.compare(kind, "m", "<", whole);
        String body =
                "  const %s m = fabs(a);\n".formatted(type)
                        + "  const %s r = (m + %s) - %s;\n".formatted(type, whole, whole)
                        + "  return "
                        + lanes.select(kind, small, "copysign(r, a)", "a")
                        + ";\n";
        return helpers.call(lanes, "j_rint", kind, kind, body, value);
    }

    /** Returns {@code Math.floor}. */
    static String down(Helpers helpers, Lanes lanes, Kind kind, String value) {
        return directed(helpers, lanes, kind, "j_floor", value);
    }

    /** Returns {@code Math.ceil}. */
    static String up(Helpers helpers, Lanes lanes, Kind kind, String value) {
        return directed(helpers, lanes, kind, "j_ceil", value);
    }

    private static String directed(
            Helpers helpers, Lanes lanes, Kind kind, String name, String value) {
        boolean down = name.equals("j_floor");
        String one = lanes.spread(kind, "1" + Helpers.literal(kind));
        String beyond = lanes.compare(kind, "r", down ? ">" : "<", "a");
        String next = "(r " + (down ? "- " : "+ ") + one + ")";
        String body =
                "  const %s r = %s;\n"
                                .formatted(lanes.type(kind), nearest(helpers, lanes, kind, "a"))
                        + "  return copysign(%s, a);\n"
                                .formatted(lanes.select(kind, beyond, next, "r"));
        return helpers.call(lanes, name, kind, kind, body, value);
    }
}
