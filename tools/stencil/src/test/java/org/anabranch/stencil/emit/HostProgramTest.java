package org.anabranch.stencil.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.api.Kernel;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.description.DescriptionException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

class HostProgramTest {
    @TempDir Path folder;

    private String command(String... words) throws Exception {
        return command(List.of(words));
    }

    private String command(List<String> words) throws Exception {
        Path said = folder.resolve("said");
        Process process;
        try {
            process =
                    new ProcessBuilder(words)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(said.toFile())
                            .start();
        } catch (IOException none) {
            return "cannot run " + words.getFirst() + ": " + none;
        }
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return "timeout";
        }
        String text = Files.readString(said);
        return process.exitValue() == 0 ? text : "exit " + process.exitValue() + ": " + text;
    }

    private void assumeToolsThere() throws Exception {
        Path probe =
                Files.writeString(
                        folder.resolve("probe.c"),
                        """
                        #define CL_TARGET_OPENCL_VERSION 120
                        #include <CL/cl.h>
                        int main(void) { cl_uint n = 0; clGetPlatformIDs(0, 0, &n); return n ? 0 : 3; }
                        """);
        String built = command("gcc", probe.toString(), "-lOpenCL", "-o", "probe");
        assumeTrue(built.isEmpty(), "no gcc with OpenCL headers and library: " + built);
        String ran = command(folder.resolve("probe").toString());
        assumeTrue(ran.isEmpty(), "no OpenCL platform: " + ran);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 1, 6",
        "0, 1, 4, 1, 5",
        "0, 2, 2, 1, 3",
        "1, 1, 3, 1, 4",
        "2, 2, 2, 1, 3",
        "3, 1, 2, 2, 4",
        "3, 2, 1, 1, 0",
        "4, 1, 2, 2, 3"
    })
    void ST25_programIsCompiledAndHasTheBitsOfTheReference(
            int example, long x, long y, long z, long iterations) throws Exception {
        assumeToolsThere();
        Kernel kernel = ShippedStencils.KERNELS.get(example);
        Stencil shipped = ShippedStencils.read(kernel);
        Point groups =
                shipped.rank() == 2 ? new Point(x * 2, y * 2, 1) : new Point(x * 2, y, z * 2);
        Stencil stencil = shipped.resized(groups, iterations);
        StencilPlan plan = Planner.grid(stencil, new Point(x, y, z), 1);
        Path source = Files.writeString(folder.resolve("program.c"), HostProgram.of(plan));
        String built =
                command(
                        "gcc",
                        "-std=c11",
                        "-O1",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        source.toString(),
                        "-lOpenCL",
                        "-o",
                        "program");
        assertEquals("", built);

        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(11));
        String said = command(words(stencil, arrays));
        assertTrue(said.startsWith(plan.zones().size() + " zones on "), said);
        long moved = Math.max(0, iterations - 1) * plan.bytesPerExchange();
        assertTrue(said.contains(" " + moved + " bytes exchanged"), said);
        Sequential.run(stencil, ShippedStencils.java(kernel), arrays);
        compare(arrays.get(stencil.swapIn()));
    }

    private List<String> words(Stencil stencil, Map<String, MemorySegment> arrays)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(folder.resolve("program").toString()));
        for (StencilArgument argument : stencil.arguments()) {
            if (argument.property().isArray()) {
                Path file = folder.resolve(argument.name() + ".raw");
                Files.write(
                        file,
                        arrays.get(argument.name())
                                .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
                words.add(argument.name() + "=" + file);
            }
        }
        words.addAll(List.of("-o", "result.raw"));
        return words;
    }

    private void compare(MemorySegment expected) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel file =
                        FileChannel.open(folder.resolve("result.raw"), StandardOpenOption.READ)) {
            MemorySegment result = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena);
            assertEquals(-1, expected.mismatch(result));
        }
    }

    @Test
    void ST25_whatItCannotDoIsRefused() {
        Stencil worked = Examples.worked();
        StencilPlan plan = Planner.plan(worked, PlanOptions.paper(2));
        assertThrows(DescriptionException.class, () -> HostProgram.of(plan));
        Stencil shipped = ShippedStencils.read(ShippedStencils.KERNELS.getFirst());
        StencilPlan deep = Planner.grid(shipped, new Point(1, 2, 1), 2);
        assertThrows(DescriptionException.class, () -> HostProgram.of(deep));
    }
}
