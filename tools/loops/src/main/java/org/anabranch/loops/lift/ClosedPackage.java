package org.anabranch.loops.lift;

import java.lang.reflect.Field;

/** The reason why reflection is denied, with the remedy where a module does not open a package. */
public final class ClosedPackage {
    private ClosedPackage() {}

    /**
     * Returns why reflection on a class fails.
     *
     * @param type a class
     * @param thrown the failure, for any other reason than a package that is not open
     */
    public static String reason(Class<?> type, Throwable thrown) {
        String reason = reason(type);
        return reason == null ? thrown.toString() : reason;
    }

    /** {@return null if the package is open} */
    private static String reason(Class<?> type) {
        Module module = type.getModule();
        Module ours = ClosedPackage.class.getModule();
        String name = type.getPackageName();
        if (module.isOpen(name, ours)) {
            return null;
        }
        String closed = "module " + module.getName() + " does not open its package " + name;
        if (module.getName().matches("(java|jdk)[.].*")) {
            return closed;
        }
        String to = ours.isNamed() ? " to " + ours.getName() : "";
        return closed + ": add \"opens " + name + to + ";\" to its module-info.java";
    }

    /** Returns why a field cannot be used by reflection, or null if it can. */
    static String obstacle(Field field) {
        return field.trySetAccessible()
                ? null
                : "field %s cannot be used: %s"
                        .formatted(field.getName(), reason(field.getDeclaringClass()));
    }
}
