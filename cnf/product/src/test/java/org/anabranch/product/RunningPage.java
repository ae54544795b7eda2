package org.anabranch.product;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The product with its page, fed with commands. */
final class RunningPage implements AutoCloseable {
    private static final Pattern ADDRESS =
            Pattern.compile("the page is (http://127\\.0\\.0\\.1:(\\d+)/)#([\\w-]{43})\\R");

    final Checkout checkout;
    final Process process;
    final String address;
    final int port;
    final String token;
    private final Writer commands;

    RunningPage(Checkout checkout, String options) throws Exception {
        this.checkout = checkout;
        process =
                checkout.start(
                        Map.of("ANABRANCH_JVM", options),
                        checkout.script().toString(),
                        "--web",
                        "0");
        commands = process.outputWriter();
        Browser.await(
                "the address",
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("it has ended: " + checkout.err());
                    }
                    return ADDRESS.matcher(checkout.err()).find();
                });
        Matcher found = ADDRESS.matcher(checkout.err());
        found.find();
        address = found.group(1);
        port = Integer.parseInt(found.group(2));
        token = found.group(3);
    }

    void command(String line) throws Exception {
        commands.write(line + "\n");
        commands.flush();
    }

    /** A connection that has sent something. */
    Socket sent(String head, byte[] body) throws Exception {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(60_000);
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.ISO_8859_1));
        try {
            out.write(body);
        } catch (IOException refused) {
            assert body.length > 0; // it need not be read
        }
        out.flush();
        return socket;
    }

    /** {@return the head of a request; a host or an authorization that is null is left out} */
    String head(String method, String path, String host, String given, String more) {
        return method
                + " "
                + path
                + " HTTP/1.1\r\n"
                + (host == null ? "" : "Host: " + host + "\r\n")
                + (given == null ? "" : "Authorization: Bearer " + given + "\r\n")
                + more
                + "Connection: close\r\n\r\n";
    }

    /** {@return status, headers and what comes within the first packet or until the end} */
    String answer(String head, byte[] body, boolean toTheEnd) throws Exception {
        try (Socket socket = sent(head, body)) {
            byte[] first = new byte[8192];
            int length = Math.max(0, socket.getInputStream().read(first));
            String text = new String(first, 0, length, StandardCharsets.UTF_8);
            return toTheEnd
                    ? text
                            + new String(
                                    socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    : text;
        }
    }

    @Override
    public void close() throws IOException {
        try (commands) {
            commands.write("exit\n");
        } catch (IOException ended) {
            assert !process.isAlive();
        }
        try {
            checkout.end(process);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }
}
