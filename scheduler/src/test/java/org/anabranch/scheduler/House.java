package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Timeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** An engine with devices and one program, for a test. */
final class House implements AutoCloseable {
    static final EngineSettings SETTINGS = EngineSettings.defaults().withWorkers(3);
    static final long MEGABYTE = 1L << 20;

    final Engine engine;
    final BundlePlatform platform;

    private House(EngineSettings settings, Timeline timeline) {
        engine = Engine.start(settings, timeline);
        platform = engine.platform("test");
    }

    /** The host alone. */
    static House host() {
        return of(SETTINGS);
    }

    /** The host alone. */
    static House of(EngineSettings settings) {
        return of(settings, Timeline.REAL);
    }

    /** The host alone, in a time of the test's own. */
    static House of(EngineSettings settings, Timeline timeline) {
        return new House(settings, timeline);
    }

    /** The host and plain reference devices. */
    static House devices(int count) {
        return of(SETTINGS).plug(reference(count), count);
    }

    /** The host and devices with a plan of faults, each of them named {@code faulty:number}. */
    static House faulty(FaultPlan plan, int count) {
        return of(SETTINGS).plug(new FaultyBackend(reference(count), plan), count);
    }

    static ReferenceBackend reference(int count) {
        List<DeviceInfo> infos = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            infos.add(info(number, 64 * MEGABYTE, false));
        }
        return new ReferenceBackend(infos, false);
    }

    static DeviceInfo info(int number, long bytes, boolean ordersOperations) {
        return new DeviceInfo(
                "reference:" + number,
                4,
                2,
                Map.of(MemoryKind.NORMAL, bytes),
                Set.of(KernelCode.JAVA),
                true,
                ordersOperations,
                Map.of());
    }

    /** Adds a backend and waits for its devices. */
    House plug(Backend backend, int devices) {
        int before = platform.domains().size();
        engine.add(backend);
        until("devices become active", () -> platform.domains().size() == before + devices);
        return this;
    }

    /** The device of that number, whatever its kind. */
    Domain device(int number) {
        return platform.domains().get(1 + number);
    }

    Domain host0() {
        return platform.host();
    }

    Monitor.DomainReport report(Domain domain) {
        return engine.monitor().domains().stream()
                .filter(one -> one.domain().equals(domain))
                .findFirst()
                .orElseThrow();
    }

    /** Waits for what must come, without a thought for how long it takes. */
    static void until(String what, BooleanSupplier condition) {
        boolean holds = condition.getAsBoolean();
        for (int i = 0; i < 60_000 && !holds; i++) {
            pause(1);
            holds = condition.getAsBoolean();
        }
        assertTrue(holds, what);
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A foreign event that never comes. */
    static class Never implements Event {
        @Override
        public State state() {
            return State.QUEUED;
        }

        @Override
        public Optional<Domain> domain() {
            return Optional.empty();
        }

        @Override
        public Optional<AnabranchException> failure() {
            return Optional.empty();
        }

        @Override
        public void await() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(Duration timeout) {
            return false;
        }

        @Override
        public boolean cancel() {
            return false;
        }

        @Override
        public void onSettled(Consumer<Event> callback) {}
    }

    @Override
    public void close() {
        engine.close();
    }
}
