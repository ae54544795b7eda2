package org.anabranch.scheduler;

import org.anabranch.api.Event;
import org.anabranch.scheduler.event.GivenResult;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/** The promises of a program that somebody still has. Of any thread. */
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

    /** The program ends: nobody waits any more. */
    void cancelAll() {
        ended = true;
        List<Event> open;
        synchronized (made) {
            open = List.copyOf(made);
        }
        open.forEach(Event::cancel);
    }
}
