package org.anabranch.console.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who looks. Each has a mailbox of one letter, which a later one replaces, and is written to by the
 * thread of its own request: who does not read keeps nobody waiting, and is gone when the server's
 * idle time is over.
 */
public final class Clients {
    static final int MOST = 8;
    private static final long PING_MILLIS = 5000;
    private static final byte[] PING = ": ping\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Set<Client> all = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger(MOST);
    private volatile boolean closed;

    /** One who looks. */
    private static final class Client {
        private final Thread thread = Thread.currentThread();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition came = lock.newCondition();
        private byte[] letter;

        void put(byte[] next) {
            lock.lock();
            try {
                letter = next;
                came.signal();
            } finally {
                lock.unlock();
            }
        }

        byte[] take() throws InterruptedException {
            long left = TimeUnit.MILLISECONDS.toNanos(PING_MILLIS);
            lock.lock();
            try {
                while (letter == null && left > 0) {
                    left = came.awaitNanos(left);
                }
                byte[] taken = letter == null ? PING : letter;
                letter = null;
                return taken;
            } finally {
                lock.unlock();
            }
        }
    }

    /** {@return how many look} */
    public int count() {
        return all.size();
    }

    /** Gives everybody a state. */
    public void send(String json) {
        byte[] letter = ("data: " + json + "\n\n").getBytes(StandardCharsets.US_ASCII);
        all.forEach(client -> client.put(letter));
    }

    /** {@return false if all places are taken} */
    boolean enter() {
        if (places.getAndDecrement() > 0) {
            return true;
        }
        places.incrementAndGet();
        return false;
    }

    /** Writes to one who has entered, until it is gone. */
    void serve(OutputStream out) {
        Client client = new Client();
        all.add(client);
        try {
            out.write(PING);
            out.flush();
            while (!closed) {
                out.write(client.take());
                out.flush();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } catch (IOException gone) {
            return; // its page was closed, or did not read for too long
        } finally {
            all.remove(client);
            places.incrementAndGet();
        }
    }

    /** Ends all. */
    public void close() {
        closed = true;
        all.forEach(client -> client.thread.interrupt());
    }
}
