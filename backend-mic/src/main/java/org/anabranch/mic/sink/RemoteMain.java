package org.anabranch.mic.sink;

import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.TlsWire;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A card on a machine of its own: listens, serves the first host whose certificate it trusts, and
 * ends with it. What starts it again gives the next host a card without a past.
 */
public final class RemoteMain {
    private RemoteMain() {}

    /**
     * Starts.
     *
     * @param arguments address and port to listen at, key store, trust store, password file
     * @throws IOException if it cannot listen
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("anabranch-card-"); // for this user only
        try {
            serve(firstHost(arguments), folder);
        } finally {
            Folders.remove(folder);
        }
        Runtime.getRuntime().halt(0);
    }

    private static Frames firstHost(String[] arguments) throws IOException {
        SSLContext keys =
                TlsWire.context(
                        Path.of(arguments[2]), Path.of(arguments[3]), Path.of(arguments[4]));
        try (SSLServerSocket server =
                (SSLServerSocket)
                        keys.getServerSocketFactory()
                                .createServerSocket(
                                        Integer.parseInt(arguments[1]),
                                        4,
                                        InetAddress.getByName(arguments[0]))) {
            server.setNeedClientAuth(true);
            Frames host = null;
            while (host == null) {
                host = accept(server);
            }
            return host;
        }
    }

    private static Frames accept(SSLServerSocket server) throws IOException {
        SSLSocket socket = (SSLSocket) server.accept();
        try {
            socket.setSoTimeout(5000);
            Frames frames = new Frames(new TlsWire(socket));
            Greeting.hello(frames, Frames.VERSION, new byte[Greeting.TOKEN]);
            socket.setSoTimeout(0);
            return frames;
        } catch (IOException stranger) {
            System.getLogger(RemoteMain.class.getName())
                    .log(Level.WARNING, "turned away: " + stranger);
            socket.close();
            return null;
        }
    }

    private static void serve(Frames frames, Path folder) {
        try (frames) {
            CardMain.serve(frames, folder);
        } catch (IOException broken) {
            System.getLogger(RemoteMain.class.getName()).log(Level.WARNING, broken.toString());
        }
    }
}
