package org.anabranch.mic.link;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A wait until a channel can go on. An interrupt is for later: it neither ends the wait nor closes
 * the channel. One thread waits at a time; any may close.
 */
final class Readiness implements Closeable {
    private final Selector selector = Selector.open();

    /** For one of the operations that a {@link java.nio.channels.SelectionKey} names. */
    Readiness(SocketChannel channel, int operation) throws IOException {
        channel.register(selector, operation);
    }

    void await() throws IOException {
        boolean interrupted = false;
        try {
            int ready = 0;
            while (ready == 0) {
                interrupted |= Thread.interrupted();
                ready = selector.select(any -> {});
            }
        } catch (ClosedSelectorException | CancelledKeyException closed) {
            throw (IOException) new ClosedChannelException().initCause(closed);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
