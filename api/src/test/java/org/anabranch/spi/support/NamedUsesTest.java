package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.NamedDevices;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Issue 51: a use outlives the bundle that offers the devices. */
class NamedUsesTest {
    private final List<String> said = new ArrayList<>();
    private final NamedUses uses = new NamedUses();

    private DemandedDevices revision(int number) {
        return new DemandedDevices(
                List.of(DeviceInfo.plain("board:0", 1, 1, "java")),
                false,
                () -> {
                    said.add("+" + number);
                    return () -> said.add("-" + number);
                });
    }

    @Test
    void theDevicesOfTheNextRevisionAreInUseToo() {
        DemandedDevices first = revision(1);
        uses.added(first);
        NamedDevices.Use use = uses.use("host, board");
        uses.removed(first);
        first.end();
        assertEquals(List.of(), List.copyOf(uses.present()));
        uses.added(revision(2));
        assertEquals(List.of("+1", "-1", "+2"), said);
        use.close();
        use.close();
        assertEquals(List.of("+1", "-1", "+2", "-2"), said);
        uses.added(revision(3));
        assertEquals(4, said.size(), "no use is open");
    }

    @Test
    void onlyWhatIsSelectedIsUsed() {
        uses.added(revision(1));
        try (NamedDevices.Use other = uses.use("host,boards,all")) {
            assertEquals(List.of(), said, other::toString);
        }
        uses.use("board:0").close();
        assertEquals(List.of("+1", "-1"), said);
    }
}
