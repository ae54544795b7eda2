package org.anabranch.console.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Monitor.DomainReport;
import org.junit.jupiter.api.Test;

class DomainSharesTest {
    private static void look(DomainShares shares, long busy) {
        shares.look(
                new DomainReport(null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, busy, 0),
                0,
                1,
                100,
                new DomainShares.Waiting(0, 0, 0));
    }

    @Test
    void issue24_aDomainThatCameAgainBeginsAnew() {
        DomainShares shares = new DomainShares();
        look(shares, 1000);
        look(shares, 1100);
        look(shares, 0); // its counters, too
        look(shares, 25);
        assertEquals(0.25, shares.row().get("busy"));
        assertEquals(0.75, shares.row().get("none"));
    }
}
