package org.anabranch.mic.sink;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.SocketWire;
import org.anabranch.spi.support.BackendLog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * A card in this process, with classes of its own, the allocations of which may fail: {@link
 * CardMain} without the process.
 */
public final class TriedCard implements BiConsumer<Path, byte[]> {

    /** Greets a host with a token, and serves it to the end. */
    @Override
    public void accept(Path socket, byte[] token) {
        try (Frames frames = new Frames(SocketWire.connect(socket))) {
            Greeting.hello(frames, Frames.VERSION, token);
            CardMain.serve(Greeting.expect(frames, FrameKind.WELCOME), frames, socket.getParent());
        } catch (IOException broken) {
            BackendLog.say(TriedCard.class, Level.DEBUG, "it has ended", broken);
        }
    }
}
