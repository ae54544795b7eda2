package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The timeline that a device writes. */
final class TimelineTest {
    @TempDir Path folder;

    @Test
    void everyCommandIsALineWithItsQueueAndTimes() throws Exception {
        Path times = folder.resolve("times");
        try (Rig rig = Rig.open(Map.of("timeline", times.toString()))) {
            rig.download(rig.upload(1, 2, 3), 3);
        }
        List<String> lines = Files.readAllLines(times.resolve("opencl-0.json"));
        assertEquals(2, lines.size());
        assertTrue(
                lines.get(0)
                        .matches(
                                "\\[\\{\"name\":\"write #1 of 12"
                                    + " bytes\",\"ph\":\"X\",\"pid\":\"opencl:0\",\"tid\":0,\"ts\":0.000,\"dur\":[0-9.]+\\},"),
                lines.get(0));
        assertTrue(lines.get(1).contains("\"tid\":1"), lines.get(1));
    }
}
