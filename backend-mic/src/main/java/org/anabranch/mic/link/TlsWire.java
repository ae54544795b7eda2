package org.anabranch.mic.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * A TCP connection under TLS 1.3 on which each side has shown a certificate that the other one
 * trusts. It carries the window's bytes along.
 */
public final class TlsWire implements Wire {
    private static final int PIECE = 1 << 14;

    private final SSLSocket socket;
    private final InputStream input;
    private final OutputStream output;
    private final byte[] incoming = new byte[PIECE];
    private final byte[] outgoing = new byte[PIECE];

    /**
     * Shakes hands.
     *
     * @param socket connected; a server's must need a certificate of its client. Closed with this
     * @throws IOException if one side does not trust the other
     */
    public TlsWire(SSLSocket socket) throws IOException {
        this.socket = socket;
        socket.setEnabledProtocols(new String[] {"TLSv1.3"});
        socket.setTcpNoDelay(true);
        socket.startHandshake();
        this.input = socket.getInputStream();
        this.output = socket.getOutputStream();
    }

    /**
     * Reads key and certificates.
     *
     * @param keyStore PKCS#12 file with this side's key
     * @param trustStore PKCS#12 file with the certificates of the other side, and no others; one
     *     that has expired is not trusted
     * @param passwordFile text file with the password of both
     * @return the context for sockets
     * @throws IOException if one of them cannot be read or used
     */
    public static SSLContext context(Path keyStore, Path trustStore, Path passwordFile)
            throws IOException {
        try {
            char[] password = Files.readString(passwordFile).strip().toCharArray();
            KeyManagerFactory keys =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(keyStore.toFile(), password), password);
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(KeyStore.getInstance(trustStore.toFile(), password));
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), UnexpiredTrust.of(trust.getTrustManagers()), null);
            return context;
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            throw new IOException(
                    "no TLS with " + keyStore + " and " + trustStore + ": " + unusable, unusable);
        }
    }

    /**
     * Writes; without memory it is unknown how much of a record was written, so the wire is closed.
     */
    @Override
    public void write(ByteBuffer... buffers) throws IOException {
        try {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    int bytes = Math.min(PIECE, buffer.remaining());
                    buffer.get(outgoing, 0, bytes);
                    output.write(outgoing, 0, bytes);
                }
            }
            output.flush();
        } catch (Error halfway) {
            close();
            throw halfway;
        }
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        int bytes = input.read(incoming, 0, Math.min(PIECE, buffer.remaining()));
        if (bytes > 0) {
            buffer.put(incoming, 0, bytes);
        }
        return bytes;
    }

    @Override
    public boolean sharesMemory() {
        return false;
    }

    @Override
    public void close() throws IOException {
        try {
            socket.setSoLinger(
                    true, 1); // otherwise it waits for a write that the peer does not read
        } catch (SocketException closed) {
            return;
        }
        socket.close();
    }
}
