package org.anabranch.itest;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The one class of a bundle of its own: works for each platform that comes, until it goes, and
 * leaves a stream with actions, a buffer and a scope to be cleaned up.
 */
public final class UpdatedApplication implements BundleActivator, ServiceListener {
    static final String THREAD = "updated-program";

    private static final int LENGTH = 4096;
    private static final int ACTIONS = 10;

    /** Between two rounds: without it the program keeps two processors busy all the time. */
    private static final long PAUSE_NANOS = 1_000_000;

    private static final Kernel COUNT =
            Kernel.of("count", Parameter.inOut("x")).java(UpdatedApplication::count);

    private BundleContext context;
    private ConcurrentMap<String, Object> told;
    private ServiceReference<?> used;
    private Thread program;
    private boolean stopped;
    private volatile boolean stopping;

    private static void count(Piece piece, KernelArguments arguments) {
        MemorySegment x = arguments.segment(0);
        for (long i = piece.low0(); i < piece.high0(); i++) {
            x.setAtIndex(JAVA_LONG, i, x.getAtIndex(JAVA_LONG, i) + 1);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void start(BundleContext started) throws InvalidSyntaxException {
        context = started;
        told =
                context.getService(
                        context.getServiceReferences(ConcurrentMap.class, "(itest=updated)")
                                .iterator()
                                .next());
        context.addServiceListener(this, "(objectClass=" + Platform.class.getName() + ")");
        look(null);
    }

    @Override
    public synchronized void serviceChanged(ServiceEvent event) {
        if (stopped) {
            return; // an event that was on its way
        }
        boolean goes = event.getType() == ServiceEvent.UNREGISTERING;
        if (goes && event.getServiceReference().equals(used)) {
            end();
        }
        look(goes ? event.getServiceReference() : null);
    }

    @Override
    public synchronized void stop(BundleContext ignored) {
        stopped = true;
        end();
    }

    private void look(ServiceReference<?> going) {
        ServiceReference<Platform> found = context.getServiceReference(Platform.class);
        Platform platform =
                program != null || found == null || found.equals(going)
                        ? null
                        : context.getService(found);
        if (platform != null) {
            used = found;
            stopping = false;
            program = Thread.ofPlatform().name(THREAD).start(() -> work(platform));
        }
    }

    private void end() {
        if (program != null) {
            stopping = true;
            try {
                program.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            context.ungetService(used);
            program = null;
            used = null;
        }
    }

    private void work(Platform platform) {
        try {
            while (!stopping) {
                round(platform, false);
                ((AtomicInteger) told.get("rounds")).incrementAndGet();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            round(platform, true);
        } catch (ClosedException | ActionCancelledException | DomainClosedException gone) {
            ((AtomicInteger) told.get("cut short")).incrementAndGet(); // the platform went first
        } catch (RuntimeException | Error thrown) {
            told.putIfAbsent("wrong", thrown + " " + Arrays.toString(thrown.getStackTrace()));
        }
    }

    @SuppressWarnings({"unchecked", "resource"})
    private void round(Platform platform, boolean last) {
        Queue<Event> events = (Queue<Event>) told.get("events");
        Buffer x = platform.buffer(JAVA_LONG, LENGTH);
        Domain domain =
                platform.domains().stream()
                        .filter(one -> one.kind().equals("reference"))
                        .findFirst()
                        .orElse(platform.domains("host").getFirst());
        Stream stream = domain.stream();
        for (int i = 0; i < ACTIONS; i++) {
            events.add(stream.run(COUNT, Loop.of(0, LENGTH), x.inOut(Mapping.each())));
        }
        if (last) {
            platform.finish().async(() -> {});
            return;
        }
        stream.await();
        long seen = x.read().getAtIndex(JAVA_LONG, LENGTH - 1);
        if (seen != ACTIONS) {
            throw new IllegalStateException("counted " + seen);
        }
        stream.close();
        x.close();
        events.removeIf(Event::isSettled);
    }
}
