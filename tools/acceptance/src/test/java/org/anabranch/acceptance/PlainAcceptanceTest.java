package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;
import org.anabranch.launch.Anabranch;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cases in a plain program: the host, the devices of the backends on the class path, and a
 * second reference device, which orders operations.
 */
class PlainAcceptanceTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    private static Anabranch anabranch;

    @BeforeAll
    static void start() throws Exception {
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
        AcceptanceTest.awaitDevices(anabranch.framework(), anabranch.platform());
    }

    @AfterAll
    static void stop() {
        if (anabranch != null) {
            anabranch.close();
        }
    }

    /**
     * The sets of domains are those of the system property {@code anabranch.acceptance}, such as
     * {@code host;host,mic,mic}; without it all there are, or by night a few.
     */
    @TestFactory
    List<DynamicContainer> everyCaseOnEverySetOfDomains() {
        Platform platform = anabranch.platform();
        String chosen = System.getProperty("anabranch.acceptance");
        List<String> sets = NIGHTLY ? DomainSets.few(platform) : DomainSets.present(platform);
        return (chosen == null ? sets : List.of(chosen.split(";")))
                .stream()
                        .map(
                                selectors ->
                                        AcceptanceTest.container(
                                                anabranch.framework(),
                                                platform,
                                                selectors,
                                                NIGHTLY))
                        .toList();
    }

    @TestFactory
    List<DynamicContainer> everyErrorOnEveryKindOfDomain() {
        return AcceptanceTest.errors(anabranch.platform());
    }

    /** hStreams: NOT_INITIALIZED, before Init and after Fini. */
    @Test
    void nothingWorksAfterTheEnd() {
        Platform ended;
        Domain host;
        try (Anabranch other = Anabranch.start()) {
            ended = other.platform();
            host = ended.host();
        }
        assertThrows(ClosedException.class, () -> ended.buffer(JAVA_LONG, 1));
        assertThrows(ClosedException.class, ended::stream);
        assertThrows(ClosedException.class, ended::finish);
        assertThrows(AnabranchException.class, host::stream);
    }

    /** Parts of a device are domains as any other. */
    @TestFactory
    List<DynamicContainer> everyCaseOnParts() {
        Platform platform = anabranch.platform();
        List<Domain> parts = platform.domains("reference:7").getFirst().split(2);
        return List.of(
                AcceptanceTest.container(
                        anabranch.framework(),
                        "halves of reference:7",
                        () -> new Ground(platform, parts, false)));
    }
}
