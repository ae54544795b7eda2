package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of library methods that are functions of the form. */
final class Intrinsics {
    private static final String PACKAGE = "java/lang/";
    private static final Map<String, PureFunction> METHODS = methods();

    private Intrinsics() {}

    private static Map<String, PureFunction> methods() {
        Map<String, PureFunction> methods = new HashMap<>();
        for (PureFunction function : PureFunction.values()) {
            for (Kind kind : List.of(Kind.INT, Kind.LONG, Kind.FLOAT, Kind.DOUBLE)) {
                methods.put(function.javaName(kind), function);
            }
        }
        methods.remove("Math.copySign"); // Java leaves open what sign a NaN has
        for (String box : List.of("Integer", "Long", "Float", "Double")) {
            methods.put(box + ".min", PureFunction.MIN);
            methods.put(box + ".max", PureFunction.MAX);
        }
        return Map.copyOf(methods);
    }

    /**
     * Returns the function of a static method.
     *
     * @param owner internal name of its class
     * @param name its name
     * @return its function, or empty
     */
    static Optional<PureFunction> find(String owner, String name) {
        if (!owner.startsWith(PACKAGE)) {
            return Optional.empty();
        }
        String method = owner.substring(PACKAGE.length()) + "." + name;
        // the exact functions of StrictMath are those of Math
        return Optional.ofNullable(METHODS.get(method))
                .or(() -> Optional.ofNullable(METHODS.get(method.replaceFirst("^Strict", ""))));
    }
}
