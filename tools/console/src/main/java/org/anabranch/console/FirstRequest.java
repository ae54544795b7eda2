package org.anabranch.console;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A first request to the server, which takes a tenth of a second, because the server loads its
 * classes then.
 */
final class FirstRequest {
    private static final int MOST_MILLIS = 1000;

    private FirstRequest() {}

    /** Makes the request, so that the first client need not wait for the class loading. */
    static void make(URI address) {
        byte[] head =
                ("GET / HTTP/1.1\r\nHost: "
                                + address.getAuthority()
                                + "\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(MOST_MILLIS);
            InetAddress own = InetAddress.ofLiteral(address.getHost());
            socket.connect(new InetSocketAddress(own, address.getPort()), MOST_MILLIS);
            socket.getOutputStream().write(head);
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException failure) { // a client will see the failure
            PageLog.say(Level.DEBUG, "the page does not answer yet", failure);
        }
    }
}
