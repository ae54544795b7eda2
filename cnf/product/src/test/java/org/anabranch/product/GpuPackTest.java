package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The pack for machines with a GPU, in its short form, on any OpenCL device. */
@EnabledOnOs(OS.LINUX)
class GpuPackTest {
    private static final long MOST_BYTES = 60L << 20;

    @TempDir Path temporary;

    @Test
    void issue_51_thePackNeedsNothingElseAndItsStepsWork() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Path pack = temporary.resolve("pack");
        String script = Checkout.original("benchmarks/gpu/pack").toString();
        Checkout.Outcome made = checkout.run(Map.of(), "", script, "--built", pack.toString());
        assertEquals(0, made.status(), made::toString);
        long bytes = 0;
        try (var files = Files.walk(pack)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        assertTrue(bytes <= MOST_BYTES, "bytes: " + bytes);
        Map<String, String> without = Map.of("JAVA_HOME", "", "PATH", "/usr/bin:/bin");
        Checkout.Outcome run =
                checkout.run(
                        without,
                        "",
                        pack.resolve("run").toString(),
                        "--short",
                        "--only=devices,kit,blas,stencil");
        assertTrue(Files.exists(pack.resolve("gpu.md")), run::toString);
        String written = Files.readString(pack.resolve("gpu.md"));
        boolean required = "required".equals(System.getenv("ANABRANCH_OPENCL"));
        assumeTrue(required || !written.contains("no OpenCL domain"), "no OpenCL device here");
        assertEquals(0, run.status(), run::toString);
        assertTrue(written.contains("floats: on opencl:0"), written);
        assertTrue(written.contains("the same bits as"), written);
        String data = Files.readString(pack.resolve("gpu.json"));
        assertTrue(data.contains("\"name\":\"kit\",\"outcome\":\"ok\""), data);
    }
}
