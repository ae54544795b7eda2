package org.anabranch.console;

import jakarta.servlet.Servlet;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor;
import org.anabranch.console.json.Json;
import org.anabranch.console.model.RunModel;
import org.anabranch.console.web.Clients;
import org.anabranch.console.web.ConsoleServlet;
import org.anabranch.console.web.Controls;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;
import org.anabranch.spi.support.BackendLog;
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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the log and the monitor with one thread of low priority, and serves what it has read. */
@Component(immediate = true, service = Console.class)
public final class Console implements Controls {
    static final String LOG = "anabranch.console";
    private static final int MOST_EVENTS = 200_000;
    private static final long READ_MILLIS = 50;
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

    private final ServiceReference<HttpServiceRuntime> server;
    private final BundleContext context;
    private final Plugins plugins;
    private final Clients clients = new Clients();
    private final Machine machine = new Machine();
    private final ConsoleServlet servlet;
    private final boolean control;
    private final Thread reader = new Thread(this::read, "anabranch-console");
    private final RunModel model = new RunModel();
    private EventLog recorded;
    private Recording recording;
    private Events events;
    private long sequence;
    private ServiceRegistration<Servlet> registration;
    private volatile boolean ended;

    /**
     * Registers the page.
     *
     * @param context of this bundle
     * @param server that listens
     */
    @Activate
    public Console(BundleContext context, @Reference ServiceReference<HttpServiceRuntime> server) {
        this.context = context;
        this.server = server;
        this.plugins = new Plugins(context);
        this.control = Boolean.parseBoolean(context.getProperty("anabranch.console.control"));
        this.servlet = new ConsoleServlet(model, clients, this, control);
    }

    @Activate
    void begin() {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("osgi.http.whiteboard.servlet.pattern", "/*");
        properties.put("osgi.http.whiteboard.servlet.name", "anabranch");
        registration = context.registerService(Servlet.class, servlet, properties);
        reader.setDaemon(true);
        reader.start();
        announce();
    }

    /** Once, and not through the log, which others may read. */
    private void announce() {
        PrintStream err =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        err.println("anabranch: the page is " + endpoint() + "#" + servlet.token());
    }

    private String endpoint() {
        Object endpoints = server.getProperty("osgi.http.endpoint");
        List<String> all =
                switch (endpoints) {
                    case String one -> List.of(one);
                    case String[] several -> List.of(several);
                    case List<?> several -> several.stream().map(String::valueOf).toList();
                    case null, default -> List.of();
                };
        return all.stream()
                .filter(one -> one.startsWith("http://127.0.0.1"))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("the server has no port of 127.0.0.1"));
    }

    @Deactivate
    void end() throws InterruptedException {
        ended = true;
        registration.unregister();
        reader.interrupt();
        clients.close();
        reader.join();
    }

    private void read() {
        long sent = System.nanoTime() - SEND_NANOS;
        try {
            while (!ended) {
                Thread.sleep(READ_MILLIS);
                try {
                    readLog();
                    if (System.nanoTime() - sent >= SEND_NANOS) {
                        sent = System.nanoTime();
                        send();
                    }
                } catch (RuntimeException failure) { // a scheduler that goes meanwhile
                    BackendLog.say(
                            LOG, System.Logger.Level.DEBUG, "the page misses a state", failure);
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } finally {
            closeRecording();
        }
    }

    private void closeRecording() {
        if (recording != null) {
            recording.close();
            recording = null;
        }
    }

    private void readLog() {
        EventLog now = log;
        if (now != recorded) {
            closeRecording();
            recorded = now;
            if (now != null) {
                recording = now.record(Level.ACTIONS);
                events = recording.events(MOST_EVENTS);
            }
        }
        if (recording != null) {
            events.clear();
            recording.read(events);
            model.add(events);
        }
    }

    private void send() {
        Monitor present = monitor;
        JobRuns runs = jobs;
        if (present != null) {
            model.look(present, Machine.heap());
        }
        List<JobRuns.Run> running = runs == null ? List.of() : runs.running();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("sequence", ++sequence);
        state.put("control", control);
        Map<String, Object> row = model.row(present, running.size());
        state.putAll(row);
        state.put("jobs", running.stream().map(Console::row).toList());
        state.put(
                "ended",
                runs == null ? List.of() : runs.ended().stream().map(Console::row).toList());
        state.put("plugins", plugins.rows());
        boolean simulated = recorded != null && recorded.clock().simulated();
        state.put("system", machine.row(reader, clients.count(), recorded != null, simulated));
        state.put("health", Machine.health(present, (long) row.get("lost"), recorded != null));
        if (clients.count() > 0) {
            clients.send(Json.of(state));
        }
    }

    private static Map<String, Object> row(JobRuns.Run run) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", run.id());
        row.put("name", run.name());
        row.put("arguments", String.join(" ", run.arguments()));
        row.put("seconds", run.seconds());
        row.put("cancelled", run.cancelled());
        row.put("what", run.what());
        row.put("done", run.done());
        row.put("all", run.all());
        row.put("secondsLeft", run.secondsLeft());
        row.put("actions", run.actions());
        return row;
    }

    private static Map<String, Object> row(JobRuns.Ended run) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", run.id());
        row.put("name", run.name());
        row.put("seconds", run.seconds());
        row.put("status", run.status());
        row.put("verdict", run.verdict());
        return row;
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
}
