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
 * thread of its own request: who does not read keeps nobody waiting. A stream ends after some
 * seconds, and a page asks for the next one at once: so the place of who does not read, or is gone
 * without a word, is soon free, however much the network holds for it.
 */
public final class Clients {
    static final int MOST = 8;
    private static final long PING_MILLIS = 2000;
    private static final byte[] PING = ": ping\n\n".getBytes(StandardCharsets.US_ASCII);

    private final Set<Client> all = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger(MOST);
    private final Runnable comes;
    private final long mostNanos;
    private volatile boolean closed;

    /**
     * Whose streams last for nine seconds.
     *
     * @param comes is told of each who begins to look
     */
    public Clients(Runnable comes) {
        this(comes, TimeUnit.SECONDS.toNanos(9));
    }

    Clients(Runnable comes, long mostNanos) {
        this.comes = comes;
        this.mostNanos = mostNanos;
    }

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

    /** Writes to one who has entered, until it is gone or its time is over. */
    void serve(OutputStream out) {
        Client client = new Client();
        long begin = System.nanoTime();
        all.add(client);
        comes.run();
        try {
            out.write(PING);
            out.flush();
            while (!closed && System.nanoTime() - begin < mostNanos) {
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
