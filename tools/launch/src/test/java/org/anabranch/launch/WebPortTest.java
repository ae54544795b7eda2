package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The words of a command line that ask for a page. */
class WebPortTest {
    @AfterEach
    void forget() {
        System.clearProperty("anabranch.web");
    }

    private static String[] taken(String... words) {
        return WebPort.taken(words);
    }

    @Test
    void issue_24_thePageAndItsPortAreTakenOutOfTheWords() {
        assertArrayEquals(new String[] {"run", "--web"}, taken("run", "--web"));
        assertNull(WebPort.asked());
        assertArrayEquals(new String[0], taken("--web"));
        assertEquals(new WebPort(8642), WebPort.asked());
        assertArrayEquals(
                new String[] {"run", "add", "5"}, taken("--web", "9000", "run", "add", "5"));
        assertEquals(new WebPort(9000), WebPort.asked());
        assertArrayEquals(new String[] {"run", "add"}, taken("--web", "run", "add"));
        assertEquals(new WebPort(8642), WebPort.asked());
        taken("--web", "65536");
        assertThrows(LaunchException.class, WebPort::asked);
    }
}
