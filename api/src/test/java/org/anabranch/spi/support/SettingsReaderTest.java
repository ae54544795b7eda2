package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** C14: settings have ranges when they are read, and more ways than one to be set. */
class SettingsReaderTest {
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

    private static SettingsReader reader(Map<String, ?> configured, Map<String, String> given) {
        return new SettingsReader("board", configured, given::get);
    }

    @Test
    void c14_what_is_not_set_has_its_default() {
        SettingsReader reader = reader(Map.of("service.pid", "org.anabranch.board"), Map.of());
        assertEquals(8, reader.number("cores", 1, 16, 8, 4));
        assertTrue(reader.flag("checked", true, false));
        reader.refuseOthers();
        assertEquals(List.of(), said);
    }

    @Test
    void c14_values_come_as_texts_and_as_objects() {
        SettingsReader reader =
                reader(
                        Map.of("cores", " 3 ", "queues", 7, "checked", "TRUE", "flat", false),
                        Map.of());
        assertEquals(3, reader.number("cores", 1, 16, 8, 4));
        assertEquals(7, reader.number("queues", 1, 16, 8, 4));
        assertTrue(reader.flag("checked", false, false));
        assertFalse(reader.flag("flat", true, true));
        reader.refuseOthers();
        assertEquals(List.of(), said);
    }

    @Test
    void c14_a_property_wins_over_the_configuration() {
        SettingsReader reader = reader(Map.of("cores", 3), Map.of("anabranch.board.cores", "5"));
        assertEquals(5, reader.number("cores", 1, 16, 8, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "17", "-5", "many", "", "3.5", "99999999999999999999"})
    void c14_a_number_out_of_range_is_refused_in_one_line_and_the_old_one_stays(String value) {
        assertEquals(4, reader(Map.of("cores", value), Map.of()).number("cores", 1, 16, 8, 4));
        assertEquals(
                List.of(
                        "org.anabranch.board: cores = "
                                + value
                                + " is refused: it must be a whole number from 1 to 16; 4 stays"),
                said);
    }

    @Test
    void c14_a_refused_property_is_named_as_the_operator_wrote_it() {
        assertFalse(
                reader(Map.of(), Map.of("anabranch.board.checked", "perhaps"))
                        .flag("checked", true, false));
        assertEquals(
                List.of(
                        "property anabranch.board.checked = perhaps is refused: it must be true or"
                                + " false; false stays"),
                said);
    }

    @Test
    void c14_a_misspelt_key_is_said() {
        SettingsReader reader = reader(Map.of("corse", 3, "component.name", "board"), Map.of());
        reader.number("cores", 1, 16, 8, 4);
        reader.flag("checked", true, true);
        reader.refuseOthers();
        assertEquals(
                List.of("org.anabranch.board: there is no setting corse; there are checked, cores"),
                said);
    }
}
