package org.anabranch.opencl.command;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The commands that failed last, so that one submitted at that very moment learns of it. Bounded: a
 * caller that has been notified of a failure submits no more dependents.
 */
final class FailedTickets {
    private static final int KEPT = 4096;

    private final Map<Long, Throwable> failures =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Throwable> eldest) {
                    return size() > KEPT;
                }
            };

    void add(long ticket, Throwable failure) {
        failures.put(ticket, failure);
    }

    /** {@return why the command failed, or null if it is not known to have} */
    Throwable get(long ticket) {
        return failures.isEmpty() ? null : failures.get(ticket);
    }
}
