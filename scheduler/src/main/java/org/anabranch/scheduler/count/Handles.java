package org.anabranch.scheduler.count;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Handles of fields, for access in orders that the language has no word for. */
public final class Handles {
    private Handles() {}

    /** The handle of a field that the class whose lookup is given has or inherits. */
    public static VarHandle of(MethodHandles.Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), field, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
