package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.NamedDevices;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** C14: a model exists while it is selected by name. */
class DemandedDevicesTest {
    private final List<String> said = new ArrayList<>();
    private final DemandedDevices board = devices("board");
    private final DemandedDevices model = devices("model");

    private DemandedDevices devices(String kind) {
        return devices(kind, false);
    }

    private DemandedDevices devices(String kind, boolean always) {
        return new DemandedDevices(
                List.of(DeviceInfo.plain(kind + ":0", 1, 1, "java")),
                always,
                () -> {
                    said.add("+" + kind);
                    return () -> said.add("-" + kind);
                });
    }

    private NamedDevices.Use named(String selectors) {
        return NamedDevices.named(List.of(board, model), selectors);
    }

    @Test
    void c14_only_what_is_named_comes() {
        named("all").close();
        named("host,boards,boar:0,*").close();
        named("model:1,model:00,model:,board:11").close();
        assertEquals(List.of(), said);
        named("host, model:0").close();
        assertEquals(List.of("+model", "-model"), said);
        said.clear();
        named("model,board,model:0").close();
        assertEquals(List.of("+board", "+model", "-board", "-model"), said);
    }

    @Test
    void c14_the_last_use_ends_it_and_it_can_come_again() {
        NamedDevices.Use one = named("board");
        NamedDevices.Use two = named("board:0");
        one.close();
        one.close();
        assertEquals(List.of("+board"), said);
        two.close();
        assertEquals(List.of("+board", "-board"), said);
        named("board").close();
        assertEquals(List.of("+board", "-board", "+board", "-board"), said);
    }

    @Test
    void c14_what_has_ended_does_not_come_again() {
        NamedDevices.Use one = named("board");
        board.end();
        one.close();
        named("board").close();
        assertEquals(List.of("+board", "-board"), said);
    }

    @Test
    void c14_what_is_set_is_there_until_the_end() {
        DemandedDevices set = devices("set", true);
        NamedDevices.named(List.of(set), "set:0").close();
        assertEquals(List.of("+set"), said);
        set.end();
        assertEquals(List.of("+set", "-set"), said);
    }
}
