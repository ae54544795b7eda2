package org.anabranch.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.UnknownDomainException;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class DomainSelectionTest {
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
        assertEquals(List.of("opencl:1 is still being opened and is left out"), notes);
    }

    @Test
    void unknownDomainListsThoseThereAreAndTheNearest() {
        house.domain("opencl:0", Domain.State.ACTIVE);
        house.domain("mic:0", Domain.State.DRAINING);
        UnknownDomainException failure =
                assertThrows(
                        UnknownDomainException.class, () -> select("host,opncl", Patience.NONE));
        assertEquals(
                "no domain 'opncl'; there are: host, opencl:0, mic:0 (DRAINING). Did you mean"
                        + " 'opencl'?",
                failure.getMessage());
    }

    @Test
    void emptyNameIsAUsageError() {
        for (String selectors : List.of("", ",", "host,", " ,host")) {
            UsageException failure =
                    assertThrows(UsageException.class, () -> select(selectors, Patience.NONE));
            assertTrue(failure.getMessage().contains("host"), failure::getMessage);
        }
    }

    private List<String> select(String selectors, Patience patience) throws InterruptedException {
        return new DomainSelection(house.platform(), house, patience, notes::add)
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
