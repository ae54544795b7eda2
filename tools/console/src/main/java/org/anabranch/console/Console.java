package org.anabranch.console;

import jakarta.servlet.Servlet;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor;
import org.anabranch.console.model.PageModel;
import org.anabranch.console.web.Clients;
import org.anabranch.console.web.ConsoleServlet;
import org.anabranch.console.web.Controls;
import org.anabranch.events.EventLog;
import org.anabranch.events.RunRecorder;
import org.anabranch.spi.PluginHost;
import org.anabranch.spi.support.Json;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.servlet.runtime.HttpServiceRuntime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The live page's component: one thread of low priority reads the log and the monitor, and a
 * servlet serves the results.
 */
@Component(immediate = true, service = Console.class)
public final class Console implements Controls {
    private static final long READ_NANOS = 50_000_000;
    private static final long IDLE_NANOS = 100_000_000;
    private static final long SEND_NANOS = 500_000_000;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile EventLog log;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile JobRuns jobs;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile RunRecorder recorder;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile PluginHost folder;

    private final ServiceReference<HttpServiceRuntime> server;
    private final BundleContext context;
    private final Plugins plugins;
    private final Clients clients = new Clients(this::comes);
    private final JvmState machine = new JvmState();
    private final Traces traces = new Traces();
    private final HealthPoller checks;
    private final ConsoleServlet servlet;
    private final boolean control;
    private final Thread reader = new Thread(this::run, "anabranch-console");
    private final PageModel model = new PageModel();
    private final RecordingControl watch = new RecordingControl(model);
    private String address;
    private long sequence;
    private volatile boolean came;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private volatile boolean ended;

    /**
     * Registers the page.
     *
     * @param context of this bundle
     * @param server the HTTP server
     */
    @Activate
    public Console(BundleContext context, @Reference ServiceReference<HttpServiceRuntime> server) {
        this.context = context;
        this.server = server;
        this.plugins = new Plugins(context);
        this.checks = new HealthPoller(context, () -> clients.count() > 0);
        this.control = Boolean.parseBoolean(context.getProperty("anabranch.console.control"));
        this.servlet = new ConsoleServlet(model, clients, this, checks::ask, control);
    }

    @Activate
    void begin() {
        address = endpoint();
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("osgi.http.whiteboard.servlet.pattern", "/*");
        properties.put("osgi.http.whiteboard.servlet.name", "anabranch");
        registrations.add(context.registerService(Servlet.class, servlet, properties));
        String opens = address + "#" + servlet.token();
        registrations.add(WebConsoleLink.register(context, opens));
        registrations.add(context.registerService(JobRuns.Listener.class, this::runs, null));
        second(URI.create(address).getPort());
        reader.setDaemon(true);
        reader.start();
        checks.start();
        PageAddress.announce(address, opens, context.getProperty("anabranch.console.token.file"));
    }

    private void second(int port) {
        try {
            ServiceRegistration<?> second = SecondAddress.listen(context, port);
            if (second != null) {
                registrations.add(second);
            }
        } catch (LinkageError other) { // a server that is not Jetty
            PageLog.say(Level.DEBUG, "the page is not at ::1", other);
        }
    }

    private String endpoint() {
        return endpoints(server.getProperty("osgi.http.endpoint")).stream()
                .filter(one -> one.startsWith("http://127.0.0.1"))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("the server has no port of 127.0.0.1"));
    }

    private static List<String> endpoints(Object property) {
        return switch (property) {
            case String one -> List.of(one);
            case String[] several -> List.of(several);
            case List<?> several -> several.stream().map(String::valueOf).toList();
            case null, default -> List.of();
        };
    }

    @Deactivate
    void end() throws InterruptedException, IOException {
        ended = true;
        registrations.forEach(ServiceRegistration::unregister);
        checks.stop();
        LockSupport.unpark(reader);
        clients.close();
        traces.close();
        reader.join();
    }

    /** Sends the current state when a client connects. */
    private void comes() {
        came = true;
        LockSupport.unpark(reader);
    }

    /** Begins to record when a job begins, so that the recording covers all of it. */
    private void runs(long id) {
        watch.read(log, true, System.nanoTime());
        LockSupport.unpark(reader);
    }

    private void run() {
        FirstRequest.make(URI.create(address));
        read();
    }

    private void read() {
        long sent = System.nanoTime() - SEND_NANOS;
        boolean busy = false;
        try {
            while (!ended) {
                LockSupport.parkNanos(busy ? READ_NANOS : IDLE_NANOS);
                try {
                    busy = look();
                    if (busy && (came || System.nanoTime() - sent >= SEND_NANOS)) {
                        came = false;
                        sent = System.nanoTime();
                        send();
                    }
                } catch (RuntimeException failure) { // the scheduler may be stopped meanwhile
                    PageLog.say(Level.DEBUG, "the page misses a state", failure);
                }
            }
        } finally {
            watch.close();
        }
    }

    /** {@return true if there is work to do} */
    private boolean look() {
        boolean looks = clients.count() > 0;
        JobRuns runs = jobs;
        boolean wanted = looks || runs != null && !runs.running().isEmpty();
        return watch.read(log, wanted, System.nanoTime()) || looks;
    }

    private void send() {
        Monitor present = monitor;
        if (present != null) {
            model.look(present, JvmState.heap());
        }
        if (clients.count() > 0) {
            clients.send(Json.inHtml(state(present)));
        }
    }

    private Map<String, Object> state(Monitor present) {
        JobRuns runs = jobs;
        List<JobRuns.Run> running = runs == null ? List.of() : runs.running();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("sequence", ++sequence);
        state.put("control", control);
        Map<String, Object> row = model.row(present, running);
        state.putAll(row);
        state.put("jobs", running.stream().map(JobRows::of).toList());
        state.put("ended", runs == null ? List.of() : runs.ended());
        state.put("plugins", plugins.rows(folder));
        EventLog read = watch.log();
        boolean simulated = read != null && read.clock().simulated();
        state.put("system", machine.row(reader, clients.count(), read != null, simulated));
        HealthPoller.Seen seen = checks.seen();
        state.put("checked", seen.by());
        state.put("health", seen.rows());
        state.put("tracing", traces.nanos());
        return state;
    }

    @Override
    public boolean cancelJob(long id) {
        JobRuns runs = jobs;
        return runs != null && runs.cancel(id);
    }

    @Override
    public boolean startPlugin(long id) {
        return plugins.start(id);
    }

    @Override
    public boolean stopPlugin(long id) {
        return plugins.stop(id);
    }

    @Override
    public boolean startTrace() throws IOException {
        return traces.start(recorder);
    }

    @Override
    public Path stopTrace() throws IOException {
        return traces.stop();
    }
}
