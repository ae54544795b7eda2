package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** C14: settings have ranges when they are read, and more ways than one to be set. */
class PartSettingsTest {
    private static final Logger LOG = Logger.getLogger("org.anabranch.board");

    private final List<String> said = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord entry) {
                    said.add(entry.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
    }

    @AfterEach
    void rest() {
        LOG.removeHandler(handler);
        LOG.setUseParentHandlers(true);
    }

    @interface Board {
        @AttributeDefinition(min = "1", max = "16", description = "Cores")
        int cores() default 8;

        @AttributeDefinition(min = "0", description = "Size of a page; 0 for none [KiB, live]")
        long page_size() default 4L << 40;

        @AttributeDefinition(description = "Looks at all [live]")
        boolean checked() default true;

        @AttributeDefinition(
                description = "How it queues",
                options = {
                    @Option(label = "auto", value = "auto"),
                    @Option(label = "in order", value = "in-order")
                })
        String queues() default "auto";

        @AttributeDefinition(description = "A folder [path]")
        String folder() default "";
    }

    private final PartSettings<Board> settings = new PartSettings<>(Board.class, "board");

    private Board read(Map<String, ?> configured) {
        return settings.read(configured, name -> null);
    }

    @Test
    void c14_what_is_not_set_has_its_default() {
        Board board =
                read(
                        Map.of(
                                "service.pid", "org.anabranch.board",
                                "felix.fileinstall.filename", "board.cfg",
                                "conformance.never", "2.4",
                                "backend.target", "(a=b)"));
        assertEquals(8, board.cores());
        assertEquals(4L << 40, board.page_size());
        assertTrue(board.checked());
        assertEquals("auto", board.queues());
        assertEquals("", board.folder());
        assertEquals(List.of(), said);
    }

    @Test
    void c14_values_come_as_texts_and_as_objects() {
        Board board =
                read(
                        Map.of(
                                "cores",
                                " 3 ",
                                "page.size",
                                7,
                                "checked",
                                "FALSE",
                                "queues",
                                "In-Order",
                                "folder",
                                "/a b"));
        assertEquals(3, board.cores());
        assertEquals(7, board.page_size());
        assertFalse(board.checked());
        assertEquals("in-order", board.queues());
        assertEquals("/a b", board.folder());
        assertEquals(List.of(), said);
    }

    @Test
    void c14_a_property_wins_over_the_configuration() {
        Board board =
                settings.read(
                        Map.of("cores", 3, "page.size", 4),
                        Map.of("anabranch.board.cores", "5")::get);
        assertEquals(5, board.cores());
        assertEquals(4, board.page_size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "17", "-5", "many", "", "3.5", "99999999999999999999"})
    void c14_a_number_out_of_range_is_refused_in_one_line_and_the_old_one_stays(String value) {
        assertEquals(8, read(Map.of("cores", value)).cores(), "the default, as nothing was before");
        assertEquals(4, read(Map.of("cores", 4)).cores());
        said.clear();
        assertEquals(4, read(Map.of("cores", value)).cores());
        assertEquals(4, read(Map.of("cores", value)).cores());
        String line =
                "org.anabranch.board: cores = "
                        + value
                        + " is refused: it must be a whole number from 1 to 16; 4 stays";
        assertEquals(List.of(line, line), said);
        assertEquals(8, read(Map.of()).cores(), "what is deleted is not kept");
    }

    @Test
    void c14_what_holds_is_told_where_a_value_was_refused() {
        assertEquals(Map.of(), PartSettings.holding("org.anabranch.nobody"));
        read(Map.of("cores", 4, "page.size", 7));
        read(Map.of("cores", "many", "page.size", 8));
        Map<String, Object> holding = PartSettings.holding("org.anabranch.board");
        assertEquals(4, holding.get("cores"));
        assertEquals(8L, holding.get("page.size"));
        assertEquals(5, holding.size());
        settings.read(
                Map.of("cores", 5),
                name -> null,
                given -> {
                    throw new IllegalArgumentException("not together");
                });
        assertEquals(holding, PartSettings.holding("org.anabranch.board"));
    }

    @Test
    void c14_a_refused_property_is_named_as_the_operator_wrote_it() {
        assertTrue(
                settings.read(Map.of(), Map.of("anabranch.board.checked", "perhaps")::get)
                        .checked());
        settings.read(Map.of(), Map.of("anabranch.board.queues", "both")::get);
        settings.read(Map.of(), Map.of("anabranch.board.page.size", "-1")::get);
        assertEquals(
                List.of(
                        "property anabranch.board.checked = perhaps is refused: it must be true or"
                                + " false; true stays",
                        "property anabranch.board.queues = both is refused: it must be auto or"
                                + " in-order; auto stays",
                        "property anabranch.board.page.size = -1 is refused: it must be a whole"
                                + " number from 0; 4398046511104 stays"),
                said);
    }

    @Test
    void c14_a_misspelt_key_is_said() {
        read(Map.of("corse", 3, "page.sice", 4, "component.name", "board"));
        assertEquals(
                List.of(
                        "org.anabranch.board: there is no setting corse, page.sice; there are"
                                + " [checked, cores, folder, page.size, queues]"),
                said);
    }

    @Test
    void c14_what_does_not_go_together_changes_nothing() {
        read(Map.of("cores", 4));
        Board board =
                settings.read(
                        Map.of("cores", 5, "checked", false),
                        name -> null,
                        given -> {
                            throw new IllegalArgumentException("cores and checked disagree");
                        });
        assertEquals(4, board.cores());
        assertTrue(board.checked());
        assertEquals(
                List.of("org.anabranch.board: cores and checked disagree; what held before stays"),
                said);
    }

    @Test
    void c14_each_configuration_of_a_factory_keeps_its_own() {
        read(Map.of("service.pid", "board~a", "cores", 2));
        read(Map.of("service.pid", "board~b", "cores", 3));
        assertEquals(2, read(Map.of("service.pid", "board~a", "cores", 0)).cores());
        assertEquals(3, read(Map.of("service.pid", "board~b", "cores", 0)).cores());
    }

    @Test
    void c14_a_program_without_a_framework_gets_an_error() {
        assertEquals(2, settings.of(Map.of("cores", 2)).cores());
        assertEquals(
                "org.anabranch.board: cores = 0 is refused: it must be a whole number from 1 to 16",
                assertThrows(IllegalArgumentException.class, () -> settings.of(Map.of("cores", 0)))
                        .getMessage());
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> settings.of(Map.of("corse", 1)))
                        .getMessage()
                        .contains("there is no setting corse"));
    }

    @Test
    void c14_a_description_says_unit_and_live() {
        Setting page = described("Size of a page; 0 for none [KiB, live]");
        assertEquals("KiB", page.unit());
        assertTrue(page.live());
        assertEquals("Size of a page; 0 for none", page.says());
        assertEquals("", described("Looks at all [live]").unit());
        assertTrue(described("Looks at all [live]").live());
        assertFalse(described("A folder [path]").live());
        assertEquals("plain", described("plain").says());
        assertEquals("a whole number", described("plain").range());
    }

    private static Setting described(String description) {
        return Setting.described("k", Setting.Kind.INT, "1", "", "", List.of(), description);
    }

    @Test
    void c14_a_property_that_names_no_setting_is_said() {
        System.setProperty("anabranch.board.coers", "3");
        System.setProperty("anabranch.board.library", "x.so");
        try {
            new PartSettings<>(Board.class, "board", "library").read(Map.of(), name -> null);
        } finally {
            System.clearProperty("anabranch.board.coers");
            System.clearProperty("anabranch.board.library");
        }
        assertEquals(1, said.size(), said::toString);
        assertTrue(
                said.get(0)
                        .startsWith("property anabranch.board.coers: org.anabranch.board: there"),
                said::toString);
    }
}
