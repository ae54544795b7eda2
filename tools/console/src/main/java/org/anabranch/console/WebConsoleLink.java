package org.anabranch.console;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

import java.io.IOException;
import java.util.Hashtable;
import java.util.Map;

/**
 * A plug-in of the Felix Web Console, if that is installed: a link to the page. The link carries
 * the token, since users of the Web Console may install bundles anyway.
 */
final class WebConsoleLink extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final String address;

    private WebConsoleLink(String address) {
        this.address = address;
    }

    static ServiceRegistration<?> register(BundleContext context, String address) {
        return context.registerService(
                Servlet.class,
                new WebConsoleLink(address),
                new Hashtable<>(
                        Map.of(
                                "felix.webconsole.label", "anabranch",
                                "felix.webconsole.title", "Anabranch",
                                "felix.webconsole.category", "Main")));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter()
                .println(
                        "<p><a href=\""
                                + address
                                + "\" rel=\"noreferrer\">The live page of Anabranch</a>: what runs,"
                                + " where, and what it waits for. It answers on this machine"
                                + " alone.</p>");
    }
}
