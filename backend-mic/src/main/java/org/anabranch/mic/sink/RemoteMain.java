package org.anabranch.mic.sink;

import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.TlsWire;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * A card on a machine of its own: listens, serves the first host whose certificate it trusts, and
 * ends with it. What starts it again gives the next host a card without a past.
 */
public final class RemoteMain {
    private static final int BACKLOG = 64;

    private RemoteMain() {}

    /**
     * Starts.
     *
     * @param arguments address and port to listen at, key store, trust store, password file
     * @throws IOException if it cannot listen
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 5 || !arguments[1].matches("\\d{1,5}")) {
            throw new IllegalArgumentException(
                    "needs an address, a port, a key store, a trust store and a password file");
        }
        Path folder = Files.createTempDirectory("anabranch-card-"); // for this user only
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.remove(folder)));
        try {
            serve(firstHost(arguments), folder);
        } finally {
            Folders.remove(folder);
        }
        Runtime.getRuntime().halt(0);
    }

    private static Doorkeeper.Host firstHost(String... arguments) throws IOException {
        SSLContext keys =
                TlsWire.context(
                        Path.of(arguments[2]), Path.of(arguments[3]), Path.of(arguments[4]));
        try (SSLServerSocket server =
                (SSLServerSocket)
                        keys.getServerSocketFactory()
                                .createServerSocket(
                                        Integer.parseInt(arguments[1]),
                                        BACKLOG,
                                        InetAddress.getByName(arguments[0]))) {
            server.setNeedClientAuth(true);
            return new Doorkeeper(server).first();
        }
    }

    private static void serve(Doorkeeper.Host host, Path folder) {
        try (Frames frames = host.frames()) {
            CardMain.serve(host.welcome(), frames, folder);
        } catch (IOException | RuntimeException | Error broken) {
            BackendLog.say(RemoteMain.class, Level.WARNING, ForeignThrowables.text(broken), null);
        }
    }
}
