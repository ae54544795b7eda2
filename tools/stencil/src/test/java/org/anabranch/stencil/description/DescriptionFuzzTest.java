package org.anabranch.stencil.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Whatever bytes come: a stencil, or a located complaint. */
class DescriptionFuzzTest {
    private static final long CASES = Boolean.getBoolean("anabranch.nightly") ? 10_000_000 : 10_000;

    private static boolean read(byte[] xml) {
        try {
            assertNotNull(WorkedDescription.read(xml));
            return true;
        } catch (DescriptionException refused) {
            assertTrue(refused.line() > 0 && refused.column() > 0, refused.getMessage());
            return false;
        } catch (RuntimeException | Error crash) {
            throw new AssertionError(HexFormat.of().formatHex(xml), crash);
        }
    }

    @Test
    void ST01_fuzzedDescriptionsAreReadOrLocated() {
        DescriptionFuzz fuzz = new DescriptionFuzz(20130);
        long accepted = 0;
        for (long i = 0; i < CASES; i++) {
            accepted += read(fuzz.next()) ? 1 : 0;
        }
        assertTrue(accepted > CASES / 1000, accepted + " of " + CASES + " were good");
    }

    @Test
    void ST01_corpusIsReplayed() throws Exception {
        try (InputStream corpus = DescriptionFuzzTest.class.getResourceAsStream("corpus.txt")) {
            String text = new String(corpus.readAllBytes(), StandardCharsets.UTF_8);
            String[] cases = text.split("(?m)^---.*$");
            int refused = 0;
            for (String one : cases) {
                refused += read(one.strip().getBytes(StandardCharsets.UTF_8)) ? 0 : 1;
            }
            assertEquals(cases.length, refused);
        }
    }
}
