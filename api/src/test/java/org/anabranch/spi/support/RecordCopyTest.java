package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Copies of records with one component replaced. */
class RecordCopyTest {
    /** A record with a check. */
    public record Size(String name, int width, long height) {
        public Size {
            if (width < 0) {
                throw new ArithmeticException("negative");
            }
        }
    }

    @Test
    @DisplayName("a copy differs in one component, and the checks of the constructor apply")
    void one_component_is_replaced() {
        Size size = new Size("a", 1, 2);
        assertEquals(new Size("a", 5, 2), RecordCopy.with(size, "width", 5));
        assertEquals(new Size("b", 1, 2), RecordCopy.with(size, "name", "b"));
        assertThrows(ArithmeticException.class, () -> RecordCopy.with(size, "width", -1));
    }

    @Test
    @DisplayName("an unknown component, a value of another type and a hidden record are refused")
    void what_does_not_fit_is_refused() {
        record Hidden(int number) {}
        Size size = new Size("a", 1, 2);
        assertThrows(IllegalArgumentException.class, () -> RecordCopy.with(size, "depth", 1));
        assertThrows(IllegalArgumentException.class, () -> RecordCopy.with(size, "width", "1"));
        Hidden hidden = new Hidden(1);
        assertThrows(IllegalArgumentException.class, () -> RecordCopy.with(hidden, "number", 2));
    }
}
