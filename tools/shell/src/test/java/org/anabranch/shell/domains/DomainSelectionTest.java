package org.anabranch.shell.domains;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.RefusedDevice;
import org.anabranch.api.ProgramException;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.shell.FakeDomain;
import org.anabranch.shell.FakeHouse;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.DemandedDevices;
import org.anabranch.spi.support.DomainSelection;
import org.anabranch.spi.support.Patience;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class DomainSelectionTest {
    private static final List<NamedDevices> MODELS =
            List.of(
                    new DemandedDevices(
                            List.of(DeviceInfo.plain("model:0", 1, 1, "java")),
                            false,
                            () -> () -> {}));

    private final FakeHouse house = new FakeHouse();
    private final List<String> notes = new ArrayList<>();
    private int waits;

    @Test
    void idsAndKindsInTheOrderNamedNoneTwice() throws InterruptedException {
        house.domain("opencl:0", Domain.State.ACTIVE);
        house.domain("opencl:1", Domain.State.ACTIVE);
        assertEquals(
                List.of("opencl:1", "opencl:0", "host"),
                select("opencl:1, opencl,host", Patience.NONE));
        assertEquals(List.of("host", "opencl:0", "opencl:1"), select("all", Patience.NONE));
    }

    @Test
    void domainThatIsBeingOpenedIsWaitedFor() throws InterruptedException {
        FakeDomain late = house.domain("opencl:0", Domain.State.ADDED);
        assertEquals(
                List.of("opencl:0"),
                select("opencl", after(3, () -> late.state = Domain.State.ACTIVE)));
        assertEquals(3, waits);
        assertEquals(List.of(), notes);
    }

    @Test
    void allWaitsForTheLastOne() throws InterruptedException {
        house.domain("opencl:0", Domain.State.ACTIVE);
        FakeDomain late = house.domain("opencl:1", Domain.State.ADDED);
        assertEquals(
                List.of("host", "opencl:0", "opencl:1"),
                select("all", after(2, () -> late.state = Domain.State.ACTIVE)));
    }

    @Test
    void domainOfAPluginThatStartsIsWaitedFor() throws InterruptedException {
        Patience patience = after(2, () -> house.domain("acme:0", Domain.State.ACTIVE));
        assertEquals(List.of("acme:0"), select("acme", patience));
    }

    @Test
    void domainThatStaysClosedIsLeftOutAloud() throws InterruptedException {
        house.domain("opencl:0", Domain.State.ACTIVE);
        house.domain("opencl:1", Domain.State.ADDED);
        assertEquals(List.of("opencl:0"), select("opencl", Patience.NONE));
        assertEquals(List.of("opencl:1 is left out: it is still being opened"), notes);
    }

    @Test
    void b2_aDomainThatOpensBetweenTwoLooksIsFound() throws InterruptedException {
        house.domains.add(new OpensAfterALook("opencl:0"));
        assertEquals(List.of("opencl:0"), select("opencl:0", Patience.NONE));
    }

    private static final class OpensAfterALook extends FakeDomain {
        OpensAfterALook(String id) {
            super(id, 1, Domain.State.ADDED);
        }

        @Override
        public Domain.State state() {
            Domain.State seen = state;
            state = Domain.State.ACTIVE;
            return seen;
        }
    }

    @Test
    void b2_allWaitsForABackendThatLooks() throws InterruptedException {
        looking("org.anabranch.opencl.OpenClBackend");
        Patience found =
                after(
                        40,
                        () -> {
                            house.backends.clear();
                            house.domain("opencl:0", Domain.State.ACTIVE);
                        });
        assertEquals(List.of("host", "opencl:0"), select("all", found));
        assertEquals(List.of("waiting for OpenClBackend (looking for its devices)"), notes);
    }

    @Test
    void b2_aNameWaitsForABackendThatLooks() throws InterruptedException {
        looking("org.anabranch.mic.MicBackend");
        Patience found = after(3, () -> house.domain("mic:0", Domain.State.ACTIVE));
        assertEquals(List.of("mic:0"), select("mic:0", found));
        assertEquals(List.of(), notes);
    }

    @Test
    void b2_aKindWaitsForTheRestOfIt() throws InterruptedException {
        house.domain("mic:0", Domain.State.ACTIVE);
        looking("org.anabranch.mic.MicBackend");
        Patience found =
                after(
                        3,
                        () -> {
                            house.domain("mic:1", Domain.State.ACTIVE);
                            house.backends.clear();
                        });
        assertEquals(List.of("mic:0", "mic:1"), select("mic", found));
    }

    @Test
    void b2_whoWaitsIsToldForWhatAndWhatIsLeftOut() throws InterruptedException {
        house.domain("mic:0", Domain.State.ADDED);
        looking("org.anabranch.opencl.OpenClBackend");
        assertEquals(List.of("host"), select("all", after(100, () -> {})));
        assertEquals(
                List.of(
                        "waiting for mic:0 (opening), OpenClBackend (looking for its devices)",
                        "mic:0 is left out: it is still being opened",
                        "what OpenClBackend has is left out: it is still looking for its devices"),
                notes);
    }

    @Test
    void b9_aDeviceThatDoesNotOpenIsLeftOutWithTheReasonAndNotWaitedForLong()
            throws InterruptedException {
        house.domain("mic:0", Domain.State.ACTIVE);
        house.domain("mic:1", Domain.State.ADDED);
        refused("mic:1", 3);
        assertEquals(List.of("mic:0"), select("mic", known -> known && ++waits < 1_000_000));
        assertEquals(0, waits);
        assertEquals(
                List.of("mic:1 is left out: it does not open (tried 3 times): its process ended"),
                notes);
        UnknownDomainException none =
                assertThrows(UnknownDomainException.class, () -> select("mic:1", Patience.NONE));
        assertEquals(
                "no domain 'mic:1'; there are: host, mic:0. Did you mean 'mic:0'? mic:1 is left"
                        + " out: it does not open (tried 3 times): its process ended.",
                none.getMessage());
    }

    @Test
    void b9_aDeviceThatWasRefusedOnceIsWaitedFor() throws InterruptedException {
        house.domain("mic:0", Domain.State.ACTIVE);
        FakeDomain late = house.domain("mic:1", Domain.State.ADDED);
        refused("mic:1", 1);
        Patience opened =
                after(
                        3,
                        () -> {
                            house.backends.clear();
                            late.state = Domain.State.ACTIVE;
                        });
        assertEquals(List.of("mic:0", "mic:1"), select("mic", opened));
        assertEquals(List.of(), notes);
    }

    @Test
    void b3_aBackendThatCannotLookIsNamed() throws InterruptedException {
        house.backends.add(
                new BackendReport("org.acme.Acme", false, "no driver is loaded", List.of()));
        assertEquals(List.of("host"), select("all", Patience.NONE));
        assertEquals(
                List.of(
                        "what Acme has is left out: it does not find its devices: no driver is"
                                + " loaded"),
                notes);
    }

    private void looking(String backend) {
        house.backends.add(new BackendReport(backend, true, "", List.of()));
    }

    private void refused(String domain, int tries) {
        List<RefusedDevice> refused =
                List.of(new RefusedDevice(domain, "its process ended", tries));
        house.backends.add(new BackendReport("org.anabranch.mic.MicBackend", false, "", refused));
    }

    @Test
    void unknownDomainListsThoseThereAreAndTheNearest() {
        house.domain("opencl:0", Domain.State.ACTIVE);
        house.domain("mic:0", Domain.State.DRAINING);
        UnknownDomainException failure =
                assertThrows(
                        UnknownDomainException.class, () -> select("host,opncl", Patience.NONE));
        assertEquals(
                "no domain 'opncl'; there are: host, opencl:0. Did you mean 'opencl'? mic:0 is left"
                        + " out: it is going away.",
                failure.getMessage());
    }

    @Test
    void r18_aNameWhoseDomainHasGoneIsLeftOutBesideOthers() throws InterruptedException {
        house.domain("opencl:0", Domain.State.ACTIVE);
        assertEquals(List.of("host", "opencl:0"), select("gone:0,host,gone,opencl", Patience.NONE));
        assertEquals(
                List.of(
                        "gone:0 is left out: it has gone; the rest is host, opencl:0",
                        "gone is left out: it has gone; the rest is host, opencl:0"),
                notes);
        UnknownDomainException alone =
                assertThrows(UnknownDomainException.class, () -> select("gone:0", Patience.NONE));
        assertTrue(alone.getMessage().startsWith("no domain 'gone:0'"), alone::getMessage);
        assertThrows(UnknownDomainException.class, () -> select("host,gone,opncl", Patience.NONE));
    }

    @Test
    void c14_whoNamesAModelThatThereIsNotHearsWhichThereAre() {
        UnknownDomainException failure =
                assertThrows(
                        UnknownDomainException.class, () -> select("host,model:11", Patience.NONE));
        assertEquals(
                "no domain 'model:11'; there are: host. There while a command names them: model:0"
                        + " ('help domains').",
                failure.getMessage());
    }

    @Test
    void emptyNameIsAUsageError() {
        for (String selectors : List.of("", ",", "host,", " ,host")) {
            ProgramException failure =
                    assertThrows(ProgramException.class, () -> select(selectors, Patience.NONE));
            assertTrue(failure.getMessage().contains("host"), failure::getMessage);
        }
    }

    private List<String> select(String selectors, Patience patience) throws InterruptedException {
        return new DomainSelection(
                        house.platform(),
                        house,
                        patience,
                        notes::add,
                        MODELS,
                        name -> name.startsWith("gone"))
                .select(selectors).stream().map(Domain::id).toList();
    }

    /** Patience for a while; then the domain comes and nothing else will. */
    private Patience after(int steps, Runnable arrival) {
        return known -> {
            if (waits < steps && ++waits == steps) {
                arrival.run();
                return true;
            }
            return waits < steps;
        };
    }
}
