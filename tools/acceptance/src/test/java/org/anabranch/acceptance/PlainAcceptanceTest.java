package org.anabranch.acceptance;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.launch.Anabranch;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cases in a plain program: the host, the reference device of the service and one that orders
 * operations, the Keystone II model, and OpenCL devices if there are any.
 */
class PlainAcceptanceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static Anabranch anabranch;

    @BeforeAll
    static void start() {
        anabranch = Anabranch.start();
        DeviceInfo second =
                new DeviceInfo(
                        "reference:7",
                        4,
                        4,
                        Map.of(MemoryKind.NORMAL, 4L << 30),
                        Set.of(KernelCode.JAVA),
                        true,
                        true,
                        Map.of());
        anabranch
                .framework()
                .registerService(Backend.class, new ReferenceBackend(List.of(second), false), null);
        anabranch.domains("reference:0", PATIENCE);
        anabranch.domains("reference:7", PATIENCE);
        anabranch.domains("k2h", PATIENCE);
        try {
            anabranch.domains("opencl", Duration.ofSeconds(20));
        } catch (UnknownDomainException none) {
            System.out.println("no OpenCL device here: " + none.getMessage());
        }
    }

    @AfterAll
    static void stop() {
        if (anabranch != null) {
            anabranch.close();
        }
    }

    @TestFactory
    List<DynamicContainer> everyCaseOnEverySetOfDomains() {
        return DomainSets.present(anabranch.platform()).stream()
                .map(selectors -> AcceptanceTest.container(anabranch.platform(), selectors))
                .toList();
    }

    /** Parts of the host, and of a device, are domains as any other. */
    @TestFactory
    List<DynamicContainer> everyCaseOnParts() {
        List<Domain> parts = anabranch.platform().domains("reference:7").getFirst().split(2);
        return List.of(
                AcceptanceTest.container(
                        anabranch.platform(), "halves of reference:7", () -> parts));
    }
}
