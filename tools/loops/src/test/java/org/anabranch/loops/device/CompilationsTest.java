package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.opencl.OpenClBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class CompilationsTest {
    private static final Pattern FOUND =
            Pattern.compile("(?s).*compiled (\\d+), right true, elsewhere 0.*");
    private static final int LOOPS = 5;

    /** For few work-items, for many, and for more than a 16-bit number of them. */
    private static final int VERSIONS = 3;

    @TempDir Path folder;

    @Test
    void l8_aDriverCompilesALoopForFewOfItsSizes() throws Exception {
        assumeFalse(new OpenClBackend(Map.of()).probe().isEmpty(), "no OpenCL device here");
        Path cache = Files.createDirectory(folder.resolve("driver"));
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:+UseSerialGC",
                                "-Danabranch.opencl.cache=" + folder.resolve("cache"),
                                "-cp",
                                System.getProperty("java.class.path"),
                                ManySizes.class.getName())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("POCL_CACHE_DIR", cache.toString());
        Process process = builder.start();
        assertTrue(process.waitFor(180, TimeUnit.SECONDS), "no end");
        String said = Files.readString(output);
        assertEquals(0, process.exitValue(), said);
        Matcher found = FOUND.matcher(said);
        assertTrue(found.matches(), said);
        long compiled = Long.parseLong(found.group(1));
        assertTrue(compiled <= LOOPS * VERSIONS, said);
    }
}
