package org.anabranch.acceptance.storm;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.mic.MicBackend;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** An engine on which programs run one after another, and what they leave behind. */
final class StormGround implements AutoCloseable {
    static final int WORKERS = 3;

    /** The longest wait of the harness for an event that must come. */
    static final Duration PATIENCE =
            Duration.ofSeconds(Integer.getInteger("anabranch.storm.patience", 60));

    /** Which devices there are. */
    enum Kind {
        HOST,
        REFERENCE,
        FAULTY,
        STORMY,
        OPENCL,
        CARD,
        STORMY_CARD;

        boolean changes() {
            return this == STORMY || this == STORMY_CARD;
        }

        boolean hasCards() {
            return this == CARD || this == STORMY_CARD;
        }
    }

    final Kind kind;
    final Engine engine;
    final Platform platform;
    private final Set<Thread> before = Threads.alive();
    private final Set<Thread> threads;
    private final AtomicLong longestWait = new AtomicLong();

    StormGround(Kind kind, long seed) {
        this.kind = kind;
        EngineSettings usual = EngineSettings.defaults();
        this.engine =
                Engine.start(
                        new EngineSettings(
                                WORKERS, usual.memoryLimit(), 300_000_000L, false, seed % 2 == 0));
        this.platform = engine.platform("storm");
        engine.add(broken(() -> Misdeed.sneak(new Misdeed.Hostile())));
        engine.add(broken(() -> Misdeed.THROWS_OUT_OF_MEMORY.commit("no library")));
        engine.add(broken(Thread.currentThread()::isAlive));
        switch (kind) {
            case REFERENCE -> plug(reference(2), 2);
            case FAULTY ->
                    plug(
                            new FaultyBackend(
                                    reference(2), FaultPlan.parse("seed " + seed + "; fail 0.05")),
                            2);
            case OPENCL -> plug(openCl(), openCl().probe().size());
            case CARD -> plug(card(), 1);
            case HOST, STORMY, STORMY_CARD -> {}
        }
        this.threads = Threads.alive();
    }

    private static KernelLibrary broken(Runnable deed) {
        return () -> {
            deed.run();
            List<Kernel> kernels = new ArrayList<>();
            kernels.add(null);
            return kernels;
        };
    }

    private static ReferenceBackend reference(int count) {
        List<DeviceInfo> infos = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            infos.add(
                    new DeviceInfo(
                            "reference:" + number,
                            4,
                            2,
                            Map.of(MemoryKind.NORMAL, 64L << 20),
                            Set.of(KernelCode.JAVA),
                            true,
                            number == 1,
                            Map.of()));
        }
        return new ReferenceBackend(infos, false);
    }

    private static MicBackend card() {
        return MicBackend.with(Map.of("cores", 4, "memory", 64L << 20, "highBandwidthMemory", 0L));
    }

    private static OpenClBackend openCl() {
        return new OpenClBackend(Map.of());
    }

    /** Returns true if there is what the kind needs, or the environment says that it has to be. */
    static boolean has(Kind kind) {
        return kind != Kind.OPENCL
                || "required".equals(System.getenv("ANABRANCH_OPENCL"))
                || !openCl().probe().isEmpty();
    }

    /** A wait ended so long after its cancellation. */
    void waited(long nanos) {
        longestWait.accumulateAndGet(nanos, Math::max);
    }

    /** {@return the longest time from a cancellation to the end of what it ends, in ms} */
    double longestWaitMillis() {
        return longestWait.get() / 1e6;
    }

    private void plug(Backend backend, int devices) {
        engine.add(backend);
        until("devices become active", () -> active() == devices && !isOpening());
    }

    private static boolean isOpening() {
        return Threads.alive().stream()
                .anyMatch(thread -> thread.getName().equals("anabranch-open"));
    }

    long active() {
        return platform.domains().stream()
                .filter(domain -> !domain.isHost() && domain.state() == Domain.State.ACTIVE)
                .count();
    }

    /** A backend for one program, where there is one. */
    StormyBackend storm(long seed, Weather weather) {
        Backend below =
                switch (kind) {
                    case STORMY ->
                            seed % 2 == 0
                                    ? reference(2)
                                    : new ReferenceBackend(reference(2).probe(), true);
                    case STORMY_CARD -> card();
                    default -> null;
                };
        return below == null ? null : new StormyBackend(below, weather);
    }

    /** Threads that were not there before any program, but for those of devices that are open. */
    Set<Thread> strangers() {
        Set<Thread> now = Threads.alive();
        now.removeAll(threads);
        now.removeIf(Threads::comesAndGoes);
        if (!kind.changes()) {
            now.removeIf(thread -> thread.getName().contains("-lane-"));
        }
        if (kind.hasCards()) {
            Set<Thread> alive = Threads.alive();
            now.removeIf(thread -> named(thread, alive) <= named(thread, threads));
        }
        return now;
    }

    /** A card that its program ended comes back with threads of the same names. */
    private static long named(Thread thread, Set<Thread> among) {
        return among.stream().filter(one -> one.getName().equals(thread.getName())).count();
    }

    /**
     * Threads that were there at the start and are no more; a card that is lost takes some along.
     */
    Set<Thread> missing() {
        Set<Thread> missing = new HashSet<>(threads);
        missing.removeAll(Threads.alive());
        missing.removeIf(Threads::comesAndGoes);
        return kind == Kind.CARD ? Set.of() : missing;
    }

    static void until(String what, BooleanSupplier condition) {
        until(() -> what, condition);
    }

    static void until(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(what.get() + Threads.dump());
            }
            Threads.pause(1);
        }
    }

    @Override
    public void close() {
        engine.close();
        until(
                "threads are left after the end",
                () -> {
                    Set<Thread> left = Threads.alive();
                    left.removeAll(before);
                    return left.isEmpty();
                });
    }
}
