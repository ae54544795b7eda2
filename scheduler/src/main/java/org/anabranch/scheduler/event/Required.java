package org.anabranch.scheduler.event;

import java.util.Collection;
import java.util.Objects;

/** What a caller has to give. */
public final class Required {
    private Required() {}

    /**
     * Refuses a null among several things.
     *
     * @param given of which none may be null, nor itself
     * @param name what they are called
     * @param each what one of them is called
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
