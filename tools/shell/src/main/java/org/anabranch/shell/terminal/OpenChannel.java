package org.anabranch.shell.terminal;

import org.apache.felix.gogo.runtime.CommandSessionImpl;
import org.apache.felix.service.command.CommandSession;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.WritableByteChannel;

/**
 * The output of a session, which an interrupt does not close. The channels that Gogo makes are
 * closed for good if a thread is interrupted while it writes. Cancelling a job interrupts its
 * thread, and the output of later commands would be lost.
 */
final class OpenChannel implements WritableByteChannel {
    private final OutputStream to;

    private OpenChannel(OutputStream to) {
        this.to = to;
    }

    /** Has the session print there. */
    static void use(CommandSession session, OutputStream out, OutputStream err) {
        try {
            Field field = CommandSessionImpl.class.getDeclaredField("channels");
            field.setAccessible(true); // Gogo has no other way to give a session channels
            Channel[] channels = (Channel[]) field.get(session);
            channels[1] = new OpenChannel(out);
            channels[2] = new OpenChannel(err);
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("another Gogo than expected", changed);
        }
    }

    @Override
    public synchronized int write(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        to.write(copy);
        to.flush();
        return copy.length;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    /** The session ends; its streams belong to who gave them. */
    @Override
    public void close() throws IOException {
        to.flush();
    }
}
