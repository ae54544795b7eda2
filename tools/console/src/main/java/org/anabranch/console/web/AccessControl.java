package org.anabranch.console.web;

import jakarta.servlet.http.HttpServletRequest;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The access control: by host name, origin, a list of paths with their methods, and a random token
 * of 256 bits that is created at each start.
 */
final class AccessControl {
    private static final int TOKEN_BYTES = 32;
    private static final String BEARER = "Bearer ";

    /**
     * The host names of this machine, with any port: that of an SSH tunnel is another than the
     * server's. Names that others own are refused, and with them DNS rebinding.
     */
    private static final Pattern OWN_HOST =
            Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1])(:[0-9]{1,5})?");

    /** The paths, with their methods. */
    private static final Map<String, Set<String>> ROUTES =
            Map.ofEntries(
                    Map.entry("/", Set.of("GET", "HEAD")),
                    Map.entry("/console.js", Set.of("GET", "HEAD")),
                    Map.entry("/views.js", Set.of("GET", "HEAD")),
                    Map.entry("/console.css", Set.of("GET", "HEAD")),
                    Map.entry("/health", Set.of("GET", "HEAD")),
                    Map.entry("/api/stream", Set.of("GET")),
                    Map.entry("/api/lanes", Set.of("GET")),
                    Map.entry("/api/job/cancel", Set.of("POST")),
                    Map.entry("/api/plugin/start", Set.of("POST")),
                    Map.entry("/api/plugin/stop", Set.of("POST")),
                    Map.entry("/api/trace/start", Set.of("POST")),
                    Map.entry("/api/trace/stop", Set.of("POST")));

    private final String token;
    private final boolean control;

    /**
     * Creates a token.
     *
     * @param control true if changes are permitted
     */
    AccessControl(boolean control) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        this.control = control;
    }

    String token() {
        return token;
    }

    /** {@return the methods of a path, possibly none} */
    static Set<String> methods(String path) {
        return ROUTES.getOrDefault(path, Set.of());
    }

    /** {@return the reason why a request is refused, or null if it is accepted} */
    RequestRefusal refuse(HttpServletRequest request, String path) {
        // host names prove nothing if the server also listens for other machines
        if (!isLoopback(request.getLocalAddr()) || !isLoopback(request.getRemoteAddr())) {
            return new RequestRefusal(403, "this page is for this machine alone");
        }
        String host = request.getHeader("Host");
        if (host == null || !OWN_HOST.matcher(host).matches()) {
            return new RequestRefusal(
                    421, "this server answers to 127.0.0.1, [::1] and localhost only");
        }
        String origin = request.getHeader("Origin");
        if (origin != null && !origin.equals("http://" + host)) {
            return new RequestRefusal(403, "another page asks");
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return new RequestRefusal(403, "another page asks");
        }
        Set<String> methods = methods(path);
        if (methods.isEmpty()) {
            return new RequestRefusal(404, "there is no such page");
        }
        if (!methods.contains(request.getMethod())) {
            return new RequestRefusal(405, "this path has other methods");
        }
        if (path.startsWith("/api/") && !isRight(request.getHeader("Authorization"))) {
            return new RequestRefusal(401, "the token is missing or wrong");
        }
        if (methods.contains("POST") && !control) {
            return new RequestRefusal(
                    403, "changes are off: start with -Danabranch.console.control=true");
        }
        return null;
    }

    /** Returns true for loopback addresses; a text that is no address is not looked up. */
    private static boolean isLoopback(String address) {
        try {
            return address != null && InetAddress.ofLiteral(address).isLoopbackAddress();
        } catch (IllegalArgumentException name) {
            return false;
        }
    }

    private boolean isRight(String header) {
        byte[] given = (header == null ? "" : header).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(given, (BEARER + token).getBytes(StandardCharsets.UTF_8));
    }
}
