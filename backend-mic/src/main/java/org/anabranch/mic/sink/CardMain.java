package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Scarcity;
import org.anabranch.mic.link.SocketWire;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Path;

/**
 * A card as a child process: reads a token from standard input, connects to the socket that is its
 * only argument, and serves. It ends, and removes its folder, when the link or standard input is
 * closed: with its parent, however that ends.
 */
public final class CardMain {
    private CardMain() {}

    /**
     * Starts.
     *
     * @param arguments the file of the socket, in a folder of this card's own
     */
    public static void main(String[] arguments) {
        Path socket = Path.of(arguments[0]);
        int status = 0;
        Runtime.getRuntime() // for a signal to all processes of a terminal
                .addShutdownHook(new Thread(() -> Folders.remove(socket.getParent())));
        try {
            byte[] token = System.in.readNBytes(Greeting.TOKEN);
            Thread.ofPlatform().daemon().name("parent").start(() -> endWith(System.in, socket));
            try (Frames frames = new Frames(SocketWire.connect(socket))) {
                Greeting.hello(frames, Frames.VERSION, token);
                serve(Greeting.expect(frames, FrameKind.WELCOME), frames, socket.getParent());
            }
        } catch (IOException | RuntimeException | Error broken) {
            status = 1;
            BackendLog.say(CardMain.class, Level.WARNING, ForeignThrowables.text(broken), null);
        } finally {
            end(socket, status);
        }
    }

    static void serve(Received welcome, Frames frames, Path folder) throws IOException {
        CardProperties properties = CardProperties.read(welcome);
        String file = welcome.text();
        long bytes = welcome.body().getLong();
        try (Window window =
                frames.sharesMemory() ? Window.map(Path.of(file), bytes) : Window.alone(bytes)) {
            frames.use(window);
            new SinkCard(properties, frames, window, folder).serve();
        }
    }

    private static void endWith(InputStream parent, Path socket) {
        while (true) {
            try {
                while (parent.read() >= 0) {}
                break;
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            } catch (IOException gone) {
                // as good as closed
                BackendLog.say(CardMain.class, Level.DEBUG, "the parent is gone", gone);
                break;
            }
        }
        end(socket, 0);
    }

    private static void end(Path socket, int status) {
        try {
            Folders.remove(socket.getParent()); // or else the host does
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }
}
