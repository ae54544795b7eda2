package org.anabranch.stencil;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.launch.Anabranch;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The real scheduler with the host and reference devices {@code reference:11} and so on, every
 * second of which orders operations.
 */
public final class EmbeddedDevices implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FIRST = 11;

    private final Anabranch anabranch = Anabranch.start();

    public EmbeddedDevices(int devices) {
        this(devices, 1L << 30);
    }

    public EmbeddedDevices(int devices, long bytes) {
        List<DeviceInfo> infos = new ArrayList<>();
        for (int number = 0; number < devices; number++) {
            infos.add(info("reference:" + (FIRST + number), bytes, number % 2 == 1));
        }
        if (devices > 0) {
            plug(new ReferenceBackend(infos, false));
            awaitDomains("reference", devices);
        }
    }

    public static DeviceInfo info(String id, long bytes, boolean orders) {
        return new DeviceInfo(
                id,
                2,
                2,
                Map.of(MemoryKind.NORMAL, bytes),
                Set.of(KernelCode.JAVA),
                false,
                orders,
                Map.of());
    }

    public void plug(Backend backend) {
        anabranch.framework().registerService(Backend.class, backend, null);
    }

    private void awaitDomains(String kind, int atLeast) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (devices(kind).size() < atLeast && System.nanoTime() < deadline) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private List<Domain> devices(String kind) {
        return platform().domains().stream().filter(one -> one.kind().equals(kind)).toList();
    }

    public Platform platform() {
        return anabranch.platform();
    }

    public Anabranch anabranch() {
        return anabranch;
    }

    public Domain host() {
        return platform().host();
    }

    public Domain reference(int number) {
        return domain("reference:" + (FIRST + number));
    }

    public Domain domain(String selector) {
        return anabranch.domains(selector, PATIENCE).getFirst();
    }

    /** {@return the OpenCL devices, none if there are none and none is required} */
    public List<Domain> openCl() {
        try {
            return anabranch.domains("opencl", PATIENCE.dividedBy(4));
        } catch (UnknownDomainException none) {
            assertFalse(isOpenClRequired(), "OpenCL is required here, but there is no device");
            return List.of();
        }
    }

    public static boolean isOpenClRequired() {
        return "required".equals(System.getenv("ANABRANCH_OPENCL"));
    }

    public Monitor.DomainReport report(Domain domain) {
        return anabranch.monitor().domains().stream()
                .filter(report -> report.domain().equals(domain))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        anabranch.close();
    }
}
