package org.anabranch.console.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.anabranch.console.model.PageModel;
import org.anabranch.spi.support.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The servlet that answers all requests of the server. */
public final class ConsoleServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final int LONGEST_BODY = 4096;
    private static final Pattern BODY = Pattern.compile("\\s*\\{\"id\":(\\d{1,18})}\\s*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html;charset=utf-8",
                    "js", "text/javascript;charset=utf-8",
                    "css", "text/css;charset=utf-8");
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                            + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
                            + " frame-ancestors 'none'",
                    "X-Content-Type-Options",
                    "nosniff",
                    "Referrer-Policy",
                    "no-referrer",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Cross-Origin-Resource-Policy",
                    "same-origin",
                    "Cache-Control",
                    "no-store");

    /** The four files from the bundle. */
    private final transient Map<String, byte[]> files = new ConcurrentHashMap<>();

    private final transient AccessControl gate;
    private final transient PageModel model;
    private final transient Clients clients;
    private final transient Controls controls;
    private final transient Supplier<List<Map<String, Object>>> health;

    /**
     * Creates a token.
     *
     * @param health runs the health checks: name, status and text of each
     * @param control true if changes are permitted
     */
    public ConsoleServlet(
            PageModel model,
            Clients clients,
            Controls controls,
            Supplier<List<Map<String, Object>>> health,
            boolean control) {
        this.gate = new AccessControl(control);
        this.model = model;
        this.clients = clients;
        this.controls = controls;
        this.health = health;
    }

    /** {@return the token that a request must carry} */
    public String token() {
        return gate.token();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HEADERS.forEach(response::setHeader);
        String path = request.getRequestURI();
        RequestRefusal refusal = gate.refuse(request, path);
        if (refusal != null) {
            refuse(response, refusal, path);
            return;
        }
        switch (path) {
            case "/health" -> health(response);
            case "/api/stream" -> stream(response);
            case "/api/lanes" -> lanes(request, response);
            case "/api/job/cancel",
                    "/api/plugin/start",
                    "/api/plugin/stop",
                    "/api/trace/start",
                    "/api/trace/stop" ->
                    change(request, response, path);
            default -> page(response, path.equals("/") ? "index.html" : path.substring(1));
        }
    }

    private static void refuse(HttpServletResponse response, RequestRefusal refusal, String path)
            throws IOException {
        if (refusal.status() == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            response.setHeader("Allow", String.join(", ", AccessControl.methods(path)));
        } else if (refusal.status() == HttpServletResponse.SC_UNAUTHORIZED) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        response.setHeader("Connection", "close"); // the request's body is not read
        answer(response, refusal.status(), Map.of("error", refusal.reason()));
    }

    private static void answer(HttpServletResponse response, int status, Object value)
            throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        byte[] text = Json.inHtml(value).getBytes(StandardCharsets.US_ASCII);
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }

    private void page(HttpServletResponse response, String name) throws IOException {
        response.setContentType(TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
        byte[] all = files.computeIfAbsent(name, ConsoleServlet::file);
        response.setContentLength(all.length);
        response.getOutputStream().write(all);
    }

    private static byte[] file(String name) {
        try (InputStream in =
                ConsoleServlet.class.getResourceAsStream("/org/anabranch/console/page/" + name)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void health(HttpServletResponse response) throws IOException {
        HealthSummary summary = HealthSummary.of(health.get());
        answer(response, summary.httpStatus(), summary.data());
    }

    private void stream(HttpServletResponse response) throws IOException {
        if (!clients.enter()) {
            refuse(
                    response,
                    new RequestRefusal(503, "eight pages are open already: close one"),
                    "");
            return;
        }
        response.setContentType("text/event-stream;charset=utf-8");
        response.setHeader("X-Accel-Buffering", "no");
        clients.serve(response.getOutputStream());
    }

    private void lanes(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long from = number(request.getParameter("from"));
        long to = number(request.getParameter("to"));
        long columns = number(request.getParameter("columns"));
        if (from < 0 || to <= from || columns < 1) {
            refuse(response, new RequestRefusal(400, "from, to and columns are numbers"), "");
            return;
        }
        answer(response, 200, model.lanes(from, to, (int) Math.min(columns, Integer.MAX_VALUE)));
    }

    private static long number(String text) {
        return text != null && NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
    }

    private void change(HttpServletRequest request, HttpServletResponse response, String path)
            throws IOException {
        byte[] body =
                request.getContentLengthLong() > LONGEST_BODY
                        ? new byte[LONGEST_BODY + 1]
                        : request.getInputStream().readNBytes(LONGEST_BODY + 1);
        if (body.length > LONGEST_BODY) {
            refuse(response, new RequestRefusal(413, "the body is longer than 4 KB"), path);
            return;
        }
        Matcher wanted = BODY.matcher(new String(body, StandardCharsets.UTF_8));
        if (!wanted.matches()) {
            refuse(response, new RequestRefusal(400, "the body is to be {\"id\":NUMBER}"), path);
            return;
        }
        long id = Long.parseLong(wanted.group(1));
        try {
            if (path.equals("/api/trace/stop")) {
                trace(response, controls.stopTrace());
            } else if (isDone(path, id)) {
                answer(response, HttpServletResponse.SC_ACCEPTED, Map.of("id", id));
            } else {
                refuse(response, new RequestRefusal(404, "there is none of that number"), path);
            }
        } catch (IOException failure) {
            refuse(response, new RequestRefusal(500, String.valueOf(failure.getMessage())), path);
        }
    }

    private boolean isDone(String path, long id) throws IOException {
        return switch (path) {
            case "/api/job/cancel" -> controls.cancelJob(id);
            case "/api/plugin/start" -> controls.startPlugin(id);
            case "/api/plugin/stop" -> controls.stopPlugin(id);
            default -> controls.startTrace();
        };
    }

    private static void trace(HttpServletResponse response, Path file) throws IOException {
        if (file == null) {
            refuse(response, new RequestRefusal(404, "no trace is being made"), "");
            return;
        }
        response.setContentType("application/json");
        response.setContentLengthLong(Files.size(file));
        try {
            Files.copy(file, response.getOutputStream());
        } finally {
            Files.delete(file);
        }
    }
}
