package org.anabranch.scheduler;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.FinishOptions;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.Promise;
import org.anabranch.api.Shape;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.event.AnyOf;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.event.GivenResult;
import org.anabranch.scheduler.event.Wait;
import org.anabranch.scheduler.finish.CountedFinish;
import org.anabranch.scheduler.finish.OptionFinish;
import org.anabranch.scheduler.kernel.KernelCosts;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Tenant;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.scheduler.race.Watch;
import org.anabranch.scheduler.stream.TrackedStream;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The platform as one bundle has it: what the bundle opens here ends with it. */
public final class BundlePlatform
        implements Platform,
                AutoCloseable,
                TrackedBuffer.Owner,
                TrackedStream.Owner,
                CountedFinish.Owner {
    final Engine engine;
    private final WorkerPool pool; // of the engine; each pair of tasks asks for it
    final Watch watch;
    private final KernelCosts costs;
    private final String owner;
    private final Map<Integer, TrackedStream> streams = new ConcurrentHashMap<>();
    private final Set<TrackedBuffer> buffers = ConcurrentHashMap.newKeySet();
    final ProgramCounts work = new ProgramCounts();
    private final OpenScopes scopes;
    private final OpenPromises promises = new OpenPromises();
    private final Tenant tenant;
    private volatile boolean closed;
    private volatile boolean plain; // open, and not watched: pairs of tasks do without a scope

    BundlePlatform(Engine engine, String owner) {
        this.engine = engine;
        this.pool = engine.pool;
        this.watch = new Watch(engine.settings().checked() ? engine.memories.watching() : null);
        this.owner = owner;
        this.scopes = new OpenScopes(owner, engine.machine);
        this.tenant = new Tenant(owner);
        this.costs = new KernelCosts(pool.simulated ? null : engine.domains.costs);
        this.plain = !watch.isOn();
    }

    @Override
    public String owner() {
        return owner;
    }

    @Override
    public TaskQueue queue() {
        return tenant.queue;
    }

    @Override
    public boolean isWatched() {
        return watch.isOn();
    }

    @Override
    public WorkCounts counts(ExecutingDomain domain) {
        return work.in(domain);
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("the platform of " + owner + " is closed");
        }
    }

    @Override
    public List<Domain> domains() {
        return engine.domains.active().stream().map(this::view).toList();
    }

    @Override
    public Domain view(ExecutingDomain domain) {
        return new BundleDomain(engine, this, domain);
    }

    @Override
    public List<Domain> domains(String selector) {
        Objects.requireNonNull(selector, "selector");
        List<Domain> named =
                engine.domains.active().stream()
                        .filter(
                                domain ->
                                        domain.id().equals(selector)
                                                || domain.kind().equals(selector))
                        .map(this::view)
                        .toList();
        if (named.isEmpty()) {
            throw engine.unknown(selector);
        }
        return named;
    }

    @Override
    public Domain host() {
        return view(engine.domains.host);
    }

    @Override
    public Buffer buffer(BufferOptions options, ValueLayout element, long... extents) {
        Objects.requireNonNull(extents, "extents");
        requireOpen();
        Shape shape = new Shape(element, Arrays.stream(extents).boxed().toList());
        String name = options.name().isEmpty() ? "buffer-" + engine.nextBuffer() : options.name();
        TrackedBuffer buffer = new TrackedBuffer(engine.memories, this, name, shape, options);
        buffers.add(buffer);
        return buffer;
    }

    @Override
    public void closed(TrackedBuffer buffer) {
        buffers.remove(buffer);
    }

    Collection<TrackedBuffer> buffers() {
        return buffers;
    }

    @Override
    public Stream stream(StreamOptions options) {
        return open(null, options);
    }

    /** Opens a stream bound to a domain, or to none. */
    Stream open(ExecutingDomain domain, StreamOptions options) {
        requireOpen();
        if (domain != null) {
            domain.requireActive();
        }
        TrackedStream stream =
                new TrackedStream(engine.machine, this, engine.nextStream(), domain, options);
        streams.put(stream.id(), stream);
        return watch.opened(stream, options);
    }

    @Override
    public void closed(TrackedStream stream) {
        streams.remove(stream.id());
        watch.closed(stream);
    }

    @Override
    public KernelCosts costs() {
        return costs;
    }

    Collection<TrackedStream> streams() {
        return streams.values();
    }

    @Override
    public Optional<Stream> stream(int id) {
        return Optional.ofNullable(streams.get(id)).map(watch::of);
    }

    @Override
    public Machine machine() {
        return engine.machine;
    }

    @Override
    public Finish finish() {
        requireOpen();
        return watch.opened(new CountedFinish(engine.machine, this));
    }

    @Override
    public Finish finish(FinishOptions options) {
        Objects.requireNonNull(options, "options");
        requireOpen();
        return watch.opened(OptionFinish.open(engine.machine, this, options));
    }

    /** Without a scope of its own where nothing can go elsewhere. */
    @Override
    public void forkJoin(Runnable first, Runnable second) {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Worker worker = pool.current();
        CountedFinish around = worker == null ? null : (CountedFinish) worker.scope;
        if (around != null && plain && worker.hasPlenty()) {
            AnabranchException[] failed = worker.runBoth(first, second, around);
            if (failed != null) {
                throw Failures.of(failed[0], failed[1]).thrown();
            }
        } else {
            try (Finish finish = finish()) {
                finish.async(first);
                finish.asyncOrRun(second);
            }
        }
    }

    @Override
    public void opened(CountedFinish scope) {
        scopes.add(scope);
    }

    @Override
    public void closed(CountedFinish scope) {
        scopes.remove(scope);
    }

    @Override
    public int scopesOpened() {
        return scopes.opened();
    }

    @Override
    public AnabranchException closeScopes(int opened) {
        return scopes.close(opened);
    }

    /** Closes the scopes of threads that have ended. */
    void leaveOrphans() {
        scopes.leaveOrphans();
    }

    @Override
    public <T> Promise<T> promise() {
        requireOpen();
        return watch.opened(promises.add(new GivenResult<T>(pool, owner)));
    }

    @Override
    public Optional<Kernel> kernel(String name) {
        return engine.kernel(Objects.requireNonNull(name, "name"));
    }

    @Override
    public boolean awaitAll(Collection<? extends Event> events, Duration timeout) {
        return Wait.forAll(events, timeout);
    }

    @Override
    public List<Event> awaitAny(Collection<? extends Event> events, Duration timeout) {
        return AnyOf.await(pool, events, timeout);
    }

    /** Cancels what has not begun, waits for what has, for a while, and frees everything. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        Callbacks.refuseWait("the end of the platform of " + owner);
        closed = true;
        plain = false;
        scopes.leaveOrphans();
        scopes.endAll();
        pool.ends(tenant); // what waits is cancelled: workers of others may take it
        promises.cancelAll();
        ActionCancelledException cause =
                new ActionCancelledException("the platform of " + owner + " was closed");
        CountDownLatch ended = new CountDownLatch(streams.size());
        for (TrackedStream stream : List.copyOf(streams.values())) {
            stream.cancelPending(cause);
            stream.mark().onSettled(event -> ended.countDown());
        }
        long deadline = System.nanoTime() + engine.settings().drainNanos();
        try {
            if (!ended.await(engine.settings().drainNanos(), TimeUnit.NANOSECONDS)) {
                ForeignCode.warn("actions of " + owner + " are still running after its end", null);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (pool.current() == null && !scopes.await(deadline)) {
            ForeignCode.warn("tasks of " + owner + " are still running after its end", null);
        }
        streams.clear();
        List.copyOf(buffers).forEach(TrackedBuffer::close);
        work.end();
        pool.forget(tenant.queue);
        engine.forget(this);
    }
}
