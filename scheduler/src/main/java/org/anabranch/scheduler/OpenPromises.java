package org.anabranch.scheduler;

import org.anabranch.api.Event;
import org.anabranch.scheduler.event.GivenResult;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/** The open promises of a program that are still reachable. Thread-safe. */
final class OpenPromises {
    private final Set<Event> made =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile boolean ended;

    <T> GivenResult<T> add(GivenResult<T> promise) {
        made.add(promise);
        if (ended) {
            boolean _ = promise.cancel();
        }
        return promise;
    }

    /** Cancels all promises at the end of the program. */
    void cancelAll() {
        ended = true;
        List<Event> open;
        synchronized (made) {
            open = List.copyOf(made);
        }
        open.forEach(Event::cancel);
    }
}
