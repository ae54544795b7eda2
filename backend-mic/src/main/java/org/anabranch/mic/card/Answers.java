package org.anabranch.mic.card;

import org.anabranch.mic.link.Received;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The requests to a card that it has not answered, by number. A request is kept until its
 * completion has been called: one for which there was no memory is called again. Thread-safe.
 */
public final class Answers {
    private final Map<Long, PendingRequest> pending = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** Returns the first of so many new numbers in a row, of requests or of what they make. */
    long numbers(int count) {
        return numbers.getAndAdd(count) + 1;
    }

    public void expect(Long number, PendingRequest answer) {
        pending.put(number, answer);
    }

    /** Returns a request without removing it; null if there is none. */
    public PendingRequest peek(Long number) {
        return pending.get(number);
    }

    /** No answer will come. */
    public void forget(Long number) {
        pending.remove(number);
    }

    /** The card has answered; nothing happens if that was not expected. */
    public void answer(Long number, Received frame) {
        PendingRequest answer = peek(number);
        if (answer != null) {
            answer.answered(frame);
            pending.remove(number, answer);
        }
    }

    public void fail(Long number, Throwable cause) {
        PendingRequest answer = peek(number);
        if (answer != null) {
            answer.failed(cause);
            pending.remove(number, answer);
        }
    }

    /** {@return all that is expected at the moment} */
    public List<PendingRequest> all() {
        return List.copyOf(pending.values());
    }

    /**
     * Fails all requests, including those made by completions meanwhile. Without memory for all of
     * it, it may be called again.
     */
    public void failAll(Function<PendingRequest, Throwable> cause) {
        while (!pending.isEmpty()) {
            for (Long number : pending.keySet()) {
                PendingRequest answer = peek(number);
                if (answer != null) {
                    answer.failed(cause.apply(answer));
                    pending.remove(number, answer);
                }
            }
        }
    }
}
