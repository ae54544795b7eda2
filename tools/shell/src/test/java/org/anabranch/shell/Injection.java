package org.anabranch.shell;

import java.lang.reflect.Field;

/** Gives components their services as the framework does: by the names of their fields. */
public final class Injection {
    private Injection() {}

    public static void into(Object component, String field, Object service) {
        try {
            Field place = component.getClass().getDeclaredField(field);
            place.setAccessible(true);
            place.set(component, service);
        } catch (ReflectiveOperationException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }
}
