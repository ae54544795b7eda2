package org.anabranch.stencil.check;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Parameter;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.shell.StencilCommands;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Kernels that are right in one zone only, and which {@code stencil:check} has to find (C11). */
class CutCheckTest {
    private static final int WIDTH = 514;
    private static final int HEIGHT = 68;

    private static final String XML =
            """
            <stepocl version="1"><iterations>4</iterations>
              <argument><name>A</name><property>output</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>514</dim_size><dim_size>68</dim_size></arg_size></argument>
              <argument><name>B</name><property>input</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>514</dim_size><dim_size>68</dim_size></arg_size></argument>
              <argument><name>w</name><property>extent</property><dataType>int</dataType><cl_mem>0</cl_mem><dim>0</dim></argument>
              <argument><name>h</name><property>extent</property><dataType>int</dataType><cl_mem>0</cl_mem><dim>1</dim></argument>
              <swap><in>B</in><out>A</out></swap>
              <ghost_zone array="B"><dim><lower>-1</lower><upper>1</upper></dim>
                <dim><lower>-1</lower><upper>1</upper></dim></ghost_zone>
              <kernel><name>kernel.cl</name><global><g_size>512</g_size><g_size>66</g_size></global>
                <local><l_size>8</l_size><l_size>3</l_size></local></kernel>
            </stepocl>
            """;

    /** A function that a kernel applies to the average around a cell. */
    private interface Rule {
        double apply(MemorySegment b, long x, long y, long w, long h, double average);
    }

    private static EmbeddedDevices devices;
    private static StencilCommands commands;
    @TempDir Path folder;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(1);
        commands = new StencilCommands(devices.platform(), devices.anabranch().monitor());
        List<Kernel> kernels =
                List.of(
                        kernel("honest", (b, x, y, w, h, average) -> average),
                        kernel("sponge", (b, x, y, w, h, average) -> average * (y < 10 ? 0.5 : 1)),
                        kernel("far_sponge", (b, x, y, w, h, average) -> x > 400 ? 0 : average),
                        kernel(
                                "red_black",
                                (b, x, y, w, h, average) ->
                                        (x + y) % 2 == 0 ? average : at(b, y * w + x)),
                        kernel(
                                "wrap",
                                (b, x, y, w, h, average) ->
                                        x == 1 ? at(b, y * w + w - 2) : average),
                        kernel(
                                "far_read",
                                (b, x, y, w, h, average) ->
                                        y + 40 < h ? at(b, (y + 40) * w + x) : average));
        KernelLibrary library = () -> kernels;
        devices.anabranch().framework().registerService(KernelLibrary.class, library, null);
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    private static float at(MemorySegment cells, long index) {
        return cells.getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    private static Kernel kernel(String name, Rule rule) {
        return Kernel.of(
                        name,
                        Parameter.out("A"),
                        Parameter.in("B"),
                        Parameter.scalar("w"),
                        Parameter.scalar("h"))
                .java(
                        (piece, arguments) -> {
                            for (long y = piece.low0() + 1; y <= piece.high0(); y++) {
                                for (long x = piece.low1() + 1; x <= piece.high1(); x++) {
                                    cell(arguments, rule, x, y);
                                }
                            }
                        });
    }

    private static void cell(KernelArguments arguments, Rule rule, long x, long y) {
        MemorySegment b = arguments.segment(1);
        long w = arguments.longAt(2);
        long at = y * w + x;
        double average = (at(b, at - 1) + at(b, at + 1) + at(b, at - w) + at(b, at + w)) / 4;
        double value = rule.apply(b, x, y, w, arguments.longAt(3), average);
        arguments.segment(0).setAtIndex(ValueLayout.JAVA_FLOAT, at, (float) value);
    }

    private CommandSession session() {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return (CommandSession)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {CommandSession.class},
                        (proxy, method, arguments) ->
                                method.getName().equals("getConsole") ? out : null);
    }

    private String description(String kernel) throws IOException {
        Files.writeString(folder.resolve("kernel.cl"), kernel);
        return Files.writeString(folder.resolve("stencil.xml"), XML).toString();
    }

    private static String text(String name) {
        return "kernel void "
                + name
                + "(global float *A, global const float *B, int w, int h)\n"
                + "{ int x = get_global_id(0) + 1, y = get_global_id(1) + 1, at = y * w + x;\n"
                + "  float average = (B[at - 1] + B[at + 1] + B[at - w] + B[at + w]) / 4;\n";
    }

    @Test
    void c11_aKernelThatIsRightInZonesPasses() throws Exception {
        String file = description(text("honest") + "  A[at] = average; }\n");
        commands.check(session(), file, "--domains", "host,reference:11");
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("host: the kernel is as"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sponge", "far_sponge", "red_black", "wrap", "far_read"})
    void c11_kernelsThatAreRightInOneZoneOnlyAreFound(String name) throws Exception {
        String file = description(text(name) + "  A[at] = average; }\n");
        String message = refused(file, "host");
        assertTrue(message.contains("kernel computes other results in several zones"), message);
        assertTrue(message.contains(" of B differs"), message);
    }

    private String refused(String file, String domain) {
        return assertThrows(
                        AnabranchException.class,
                        () -> commands.check(session(), file, "--domains", domain))
                .getMessage();
    }

    @Test
    void c11_aKernelThatAsksForTheSizeOfTheLaunchIsFound() throws Exception {
        assumeFalse(devices.openCl().isEmpty(), "there is no OpenCL device");
        String sponge = "  A[at] = x > (int)get_global_size(0) - 10 ? average / 2 : average; }\n";
        String message = refused(description(text("asks") + sponge), "opencl");
        assertTrue(message.contains("kernel computes other results in several zones"), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void c9_arraysBesideTheGridAreComparedToo() throws Exception {
        String wide =
                XML.replace("<name>w</name>", "<name>W</name>")
                        .replace(
                                "extent</property><dataType>int</dataType><cl_mem>0</cl_mem><dim>0</dim>",
                                "input</property><dataType>float</dataType><cl_mem>1</cl_mem><arg_size>"
                                    + "<dim_size>"
                                        + WIDTH * HEIGHT
                                        + "</dim_size></arg_size>");
        Files.writeString(
                folder.resolve("kernel.cl"),
                "kernel void flat(global float *A, global const float *B,"
                        + " global const float *W, int h) {}");
        String file = Files.writeString(folder.resolve("stencil.xml"), wide).toString();
        Kernel flat =
                Kernel.of(
                                "flat",
                                Parameter.out("A"),
                                Parameter.in("B"),
                                Parameter.in("W"),
                                Parameter.scalar("h"))
                        .java(
                                (piece, arguments) -> {
                                    for (long y = piece.low0() + 1; y <= piece.high0(); y++) {
                                        for (long x = piece.low1() + 1; x <= piece.high1(); x++) {
                                            long at = y * WIDTH + x;
                                            arguments
                                                    .segment(0)
                                                    .setAtIndex(
                                                            ValueLayout.JAVA_FLOAT,
                                                            at,
                                                            at(arguments.segment(2), at));
                                        }
                                    }
                                });
        KernelLibrary library = () -> List.of(flat);
        devices.anabranch().framework().registerService(KernelLibrary.class, library, null);
        String message = refused(file, "host");
        assertTrue(message.contains("kernel computes other results in several zones"), message);
    }
}
