package org.anabranch.mic.card;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What a card was told and has not answered, by number. Whoever takes one out tells it how it
 * ended, so each is told once. For any thread.
 */
public final class Answers {
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();

    public void expect(long number, Pending answer) {
        pending.put(number, answer);
    }

    /** What is expected, which stays so; null if there is none. */
    public Pending peek(long number) {
        return pending.get(number);
    }

    /** What is expected, which is then the caller's to tell; null if there is none. */
    public Pending take(long number) {
        return pending.remove(number);
    }

    public void fail(long number, Throwable cause) {
        Pending answer = take(number);
        if (answer != null) {
            answer.failed(cause);
        }
    }

    /** {@return all that is expected at the moment} */
    public List<Pending> all() {
        return List.copyOf(pending.values());
    }

    /**
     * Until there is none left: those who are told may ask again. Without memory for all of it, it
     * may be called again.
     */
    public void failAll(Function<Pending, Throwable> cause) {
        while (!pending.isEmpty()) {
            for (Long number : pending.keySet()) {
                Pending answer = peek(number);
                Throwable why = answer == null ? null : cause.apply(answer); // needs memory
                if (answer != null && pending.remove(number, answer)) {
                    answer.failed(why);
                }
            }
        }
    }
}
