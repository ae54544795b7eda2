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
 * The connected browsers. Each has a one-slot mailbox: a newer update replaces an older one. The
 * thread of a browser's own request writes to it, so a slow browser delays no other. A stream ends
 * after some seconds, and the page opens the next one. So the slot of a browser that does not read,
 * or has vanished, is soon free, however much the network buffers for it.
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
     * Creates a set whose streams last for nine seconds.
     *
     * @param comes called when a client connects
     */
    public Clients(Runnable comes) {
        this(comes, TimeUnit.SECONDS.toNanos(9));
    }

    Clients(Runnable comes, long mostNanos) {
        this.comes = comes;
        this.mostNanos = mostNanos;
    }

    /** A connected browser. */
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

    /** {@return the number of connected browsers} */
    public int count() {
        return all.size();
    }

    /** Sends a state to all. */
    public void send(String json) {
        byte[] letter = ("data: " + json + "\n\n").getBytes(StandardCharsets.US_ASCII);
        all.forEach(client -> client.put(letter));
    }

    /** {@return false if the limit is reached} */
    boolean enter() {
        if (places.getAndDecrement() > 0) {
            return true;
        }
        places.incrementAndGet();
        return false;
    }

    /** Writes to a client that has entered, until it disconnects or its time is over. */
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
            return; // the page was closed, or did not read for too long
        } finally {
            all.remove(client);
            places.incrementAndGet();
        }
    }

    /** Ends all streams. */
    public void close() {
        closed = true;
        all.forEach(client -> client.thread.interrupt());
    }
}
