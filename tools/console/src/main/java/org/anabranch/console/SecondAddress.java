package org.anabranch.console;

import org.apache.felix.http.jetty.ConnectorFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * A second listener on the same port at {@code ::1}, so that {@code localhost} leads to this page
 * whether a browser resolves it to IPv4 or IPv6. Loaded only if the server is Jetty.
 */
final class SecondAddress {
    private static final String SIX = "::1";
    private static final long IDLE_MILLIS = 8000;

    private SecondAddress() {}

    /** {@return the registration, or null if there is no such address, or its port is taken} */
    static ServiceRegistration<?> listen(BundleContext context, int port) {
        try (ServerSocket free = new ServerSocket()) {
            free.setReuseAddress(true);
            free.bind(new InetSocketAddress(InetAddress.ofLiteral(SIX), port));
        } catch (IOException none) {
            PageLog.say(Level.DEBUG, "the page is not at ::1", none);
            return null;
        }
        ConnectorFactory factory =
                server -> {
                    HttpConfiguration configuration = new HttpConfiguration();
                    configuration.setSendServerVersion(false);
                    ServerConnector connector =
                            new ServerConnector(
                                    server, 1, 1, new HttpConnectionFactory(configuration));
                    connector.setHost(SIX);
                    connector.setPort(port);
                    connector.setIdleTimeout(IDLE_MILLIS);
                    return connector;
                };
        return context.registerService(ConnectorFactory.class, factory, null);
    }
}
