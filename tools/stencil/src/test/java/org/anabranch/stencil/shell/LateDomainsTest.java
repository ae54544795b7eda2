package org.anabranch.stencil.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.DomainSelection;
import org.anabranch.spi.support.Patience;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** Domains that come late, or not at all. */
@DisplayName("B2: names and 'all' wait for who is looking, and say what is left out")
@Timeout(60)
class LateDomainsTest {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final List<String> notes = new ArrayList<>();

    /** A backend with one device, found after the first query of the looking backends. */
    private final class Slow implements Backend {
        private final ReferenceBackend device =
                new ReferenceBackend(
                        List.of(
                                new DeviceInfo(
                                        "slow:0",
                                        2,
                                        1,
                                        Map.of(MemoryKind.NORMAL, 1L << 20),
                                        Set.of(KernelCode.JAVA),
                                        true,
                                        false,
                                        Map.of())),
                        false);
        private final boolean opens;

        Slow(boolean opens) {
            this.opens = opens;
        }

        @Override
        public List<DeviceInfo> probe() {
            try {
                asked.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
            return device.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            if (!opens) {
                throw new DeviceException("its cable is out");
            }
            return device.open(info, mask);
        }
    }

    private Monitor asking(Monitor monitor) {
        return (Monitor)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Monitor.class},
                        (proxy, method, arguments) -> {
                            try {
                                Object answer = method.invoke(monitor, arguments);
                                if (method.getName().equals("backends")) {
                                    asked.countDown();
                                }
                                return answer;
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        });
    }

    private List<String> select(Engine engine, String words, Duration patience) throws Exception {
        try (BundlePlatform platform = engine.platform("test")) {
            DomainSelection selection =
                    new DomainSelection(
                            platform,
                            asking(engine.monitor()),
                            Patience.upTo(patience),
                            notes::add,
                            List.of(),
                            name -> false);
            return selection.select(words).stream().map(Domain::id).toList();
        }
    }

    @Test
    void b2_allAndKindsWaitForABackendThatLooks() throws Exception {
        for (String words : List.of("all", "host,slow", "slow:0,host")) {
            try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
                engine.add(new Slow(true));
                List<String> found = select(engine, words, Duration.ofSeconds(30));
                assertEquals(Set.of("host", "slow:0"), Set.copyOf(found));
            }
        }
        notes.removeIf(note -> note.startsWith("waiting for "));
        assertEquals(List.of(), notes);
    }

    @Test
    void b2_whatIsLeftOutIsSaidWithTheReason() throws Exception {
        asked.countDown();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
            engine.add(new Slow(false));
            assertEquals(List.of("host"), select(engine, "all", Duration.ofSeconds(30)));
            notes.removeIf(note -> note.startsWith("waiting for "));
            assertEquals(1, notes.size());
            assertEquals(
                    "slow:0 is left out: it does not open: its cable is out",
                    notes.getFirst().replaceFirst(" \\(tried [0-9]+ times?\\)", ""));
            UnknownDomainException none =
                    assertThrows(
                            UnknownDomainException.class,
                            () -> select(engine, "slow", Duration.ofSeconds(30)));
            assertTrue(
                    none.getMessage()
                            .matches("no domain 'slow'; there are: host[.].*slow:0 is left out.*"),
                    none::getMessage);
        }
    }
}
