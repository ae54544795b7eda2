package org.anabranch.scheduler.event;

import java.util.Collection;
import java.util.Objects;

/** Checks of a caller's arguments. */
public final class Required {
    private Required() {}

    /**
     * Rejects a null among several values.
     *
     * @param given the values, and their collection, none of which may be null
     * @param name the name of the collection
     * @param each the name of an element
     */
    public static void all(Collection<?> given, String name, String each) {
        Objects.requireNonNull(given, name);
        int number = 0;
        for (Object one : given) {
            if (one == null) {
                throw new NullPointerException(each + " " + number);
            }
            number++;
        }
    }
}
