package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Memory of large buffers. */
class LargeBufferTest {
    private static final int LONGS = 3 << 20;

    @Test
    @EnabledOnOs(OS.LINUX)
    void huge_pages_are_asked_for_and_given_back() throws IOException {
        try (House house = House.host()) {
            long address;
            try (Buffer large = house.platform.buffer(JAVA_LONG, LONGS)) {
                address = large.write().address();
                assertEquals(0, address % (2 << 20));
                assertEquals(0, large.write().getAtIndex(JAVA_LONG, LONGS - 1));
                large.write().setAtIndex(JAVA_LONG, LONGS - 1, 7);
                assertEquals(7, large.read().getAtIndex(JAVA_LONG, LONGS - 1));
                String flags = flagsOfMapping(address).orElseThrow();
                assertTrue(flags.contains(" hg"), flags);
            }
            assertFalse(flagsOfMapping(address).orElse("").contains(" hg"));
        }
    }

    /**
     * Returns the system's flags of the mapping with this address; "hg" means that huge pages are
     * wanted.
     */
    private static Optional<String> flagsOfMapping(long address) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
        boolean within = false;
        for (String line : lines) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] ends = line.substring(0, line.indexOf(' ')).split("-");
                within =
                        Long.compareUnsigned(Long.parseUnsignedLong(ends[0], 16), address) <= 0
                                && Long.compareUnsigned(
                                                address, Long.parseUnsignedLong(ends[1], 16))
                                        < 0;
            } else if (within && line.startsWith("VmFlags:")) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }
}
