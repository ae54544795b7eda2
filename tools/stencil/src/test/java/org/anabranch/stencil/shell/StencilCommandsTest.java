package org.anabranch.stencil.shell;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.description.Stencil;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

class StencilCommandsTest {
    private static EmbeddedDevices devices;
    private static StencilCommands commands;
    @TempDir Path folder;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(1);
        commands = new StencilCommands(devices.platform(), devices.anabranch().monitor());
    }

    @AfterAll
    static void stop() {
        devices.close();
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

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static String shipped(String name) {
        return ShippedStencils.file(name).toString();
    }

    @Test
    void ST24_planPrintsZonesBytesAndOrderAndDraws() throws Exception {
        Path svg = folder.resolve("plan.svg");
        String[] words = {
            shipped("jacobi.xml"),
            "--devices",
            "4",
            "--policy=projection",
            "--cut=gcd",
            "--svg",
            svg.toString()
        };
        commands.plan(session(), words);
        String text = printed();
        for (String part :
                new String[] {
                    "used 4 of 4 devices; parts x 1, y 4",
                    "writes x[10,4106) y[257,513)",
                    "reads from [0, 2]",
                    "an exchange: 24576 cells, 98304 bytes",
                    "0 -> 1: 16384 bytes, x[10,4106) y[256,257)",
                    "order:"
                }) {
            assertTrue(text.contains(part), part + " is missing in: " + text);
        }
        String drawing = Files.readString(svg);
        assertTrue(drawing.startsWith("<svg") && drawing.contains("zone 3"), drawing);
        javax.xml.parsers.DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile());
    }

    private static BufferedImage picture(int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_USHORT_GRAY);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.getRaster().setSample(x, y, 0, (x * 37 + y * 101) % 65536);
            }
        }
        return image;
    }

    @Test
    void ST23_imageInAndOutOnSeveralDomains() throws Exception {
        Path in = folder.resolve("in.png");
        Path out = folder.resolve("out.png");
        ImageIO.write(picture(512, 512), "png", in.toFile());
        commands.compute(
                session(),
                shipped("heat.xml"),
                "--domains",
                "host,reference:11",
                "--everywhere",
                "--iterations",
                "20",
                "--in",
                "now=" + in,
                "--out",
                "now=" + out,
                "--flops=7",
                "--verify");
        String text = printed();
        assertTrue(
                text.contains("heat: 20 iterations of 512 x 512 cells on host, reference:11"),
                text);
        assertTrue(text.contains("GFLOPS") && text.contains("verified: the same bits"), text);
        compare(ImageIO.read(out.toFile()));
    }

    private static void compare(BufferedImage result) throws Exception {
        Stencil heat = ShippedStencils.read(ShippedStencils.KERNELS.get(1)).iterating(20);
        Map<String, MemorySegment> arrays = new HashMap<>();
        for (String name : new String[] {"now", "next"}) {
            MemorySegment memory = java.lang.foreign.Arena.ofAuto().allocate(514 * 514 * 4, 8);
            for (int y = 0; y < 514; y++) {
                for (int x = 0; x < 514; x++) {
                    int column = Math.clamp(x - 1, 0, 511);
                    int row = Math.clamp(y - 1, 0, 511);
                    double grey = (column * 37 + row * 101) % 65536 / 65535.0;
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, y * 514L + x, (float) grey);
                }
            }
            arrays.put(name, memory);
        }
        Sequential.run(heat, ShippedStencils.java(ShippedStencils.KERNELS.get(1)), arrays);
        for (int y = 0; y < 512; y += 7) {
            for (int x = 0; x < 512; x += 3) {
                float value =
                        arrays.get("now")
                                .getAtIndex(ValueLayout.JAVA_FLOAT, (y + 1) * 514L + x + 1);
                long expected = Math.round(Math.clamp((double) value, 0.0, 1.0) * 65535);
                assertEquals(expected, result.getRaster().getSample(x, y, 0));
            }
        }
    }

    @Test
    void ST23_rawGridInAndOut() throws Exception {
        Path in = folder.resolve("in.raw");
        Path out = folder.resolve("out.raw");
        byte[] grid = new byte[130 * 130 * 66 * 4];
        MemorySegment cells = MemorySegment.ofArray(grid);
        for (long i = 0; i < grid.length / 4; i++) {
            cells.set(ValueLayout.JAVA_FLOAT_UNALIGNED, i * 4, i % 1000 / 1000f);
        }
        Files.write(in, grid);
        String[] words = {
            shipped("seven_point.xml"), "--in=B=" + in, "--out", "B=" + out, "--iterations=0"
        };
        commands.compute(session(), words);
        assertArrayEquals(grid, Files.readAllBytes(out));
        words[4] = "--iterations=3";
        commands.compute(session(), words);
        assertFalse(java.util.Arrays.equals(grid, Files.readAllBytes(out)));
        Files.write(in, new byte[128 * 128 * 64 * 4]);
        commands.compute(session(), words);
        assertArrayEquals(new byte[grid.length], Files.readAllBytes(out));
    }

    @Test
    void c8_theOutputOfASwapIsWrittenAsTheResult() throws Exception {
        for (String iterations : new String[] {"--iterations=3", "--iterations=4"}) {
            Path next = folder.resolve("next.raw");
            Path now = folder.resolve("now.raw");
            commands.compute(
                    session(),
                    shipped("heat.xml"),
                    "--in=now=pulse",
                    iterations,
                    "--out=next=" + next,
                    "--out=now=" + now);
            assertArrayEquals(Files.readAllBytes(now), Files.readAllBytes(next));
            assertTrue(
                    printed().contains("wrote " + next + ": the result, which is in now"),
                    printed());
        }
    }

    @Test
    void ST33_runOnSeveralDomainsSaysWhichPay() throws Exception {
        commands.compute(
                session(),
                shipped("heat.xml"),
                "--domains=host,reference:11",
                "--in=now=pulse",
                "--iterations=5",
                "--phased");
        assertTrue(printed().contains(" of 2 domains: "), printed());
        assertTrue(printed().contains("transfers "), printed());
    }

    @Test
    void ST34_checkComparesDescriptionAndKernel() throws Exception {
        commands.check(session(), shipped("wave.xml"));
        assertTrue(printed().contains("host: the kernel is as described"), printed());
    }

    @Test
    void ST25_emitWritesTheProgram() throws Exception {
        Path out = folder.resolve("program.c");
        commands.emit(session(), shipped("jacobi.xml"), "--devices=2", "--to", out.toString());
        assertTrue(Files.readString(out).contains("#define ZONES 2"));
        commands.emit(session(), shipped("jacobi.xml"));
        assertTrue(printed().contains("int main("));
    }

    private void refused(String complaint, String... words) {
        ProgramException refused =
                assertThrows(ProgramException.class, () -> commands.compute(session(), words));
        assertTrue(refused.getMessage().contains(complaint), refused.getMessage());
    }

    @Test
    void ST24_devicesAndWeightsAreNotBothTaken() {
        String[] words = {shipped("jacobi.xml"), "--devices=4", "--weights=1,2"};
        ProgramException refused =
                assertThrows(ProgramException.class, () -> commands.plan(session(), words));
        assertTrue(refused.getMessage().contains("--devices or --weights"), refused.getMessage());
    }

    @Test
    void ST23_whatCannotBeWrittenIsToldBeforeTheRunAndLeavesNothing() throws Exception {
        String heat = shipped("heat.xml");
        Path none = folder.resolve("none").resolve("out.png");
        refused("cannot write " + none, heat, "--iterations=1", "--out=now=" + none);
        Path taken = Files.createDirectory(folder.resolve("taken.raw"));
        Files.createFile(taken.resolve("full"));
        refused("cannot write " + taken, heat, "--iterations=1", "--out=now=" + taken);
        try (var left = Files.list(folder)) {
            assertEquals(java.util.List.of(taken), left.toList());
        }
    }

    @Test
    void ST23_imageOfAnUnreadableSizeIsRefusedUnread() throws Exception {
        Path bomb = folder.resolve("bomb.png");
        ImageIO.write(picture(8, 8), "png", bomb.toFile());
        byte[] png = Files.readAllBytes(bomb);
        java.nio.ByteBuffer.wrap(png).putInt(16, 60_000).putInt(20, 60_000);
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(png, 12, 17);
        java.nio.ByteBuffer.wrap(png).putInt(29, (int) crc.getValue());
        Files.write(bomb, png);
        refused("has 60000 x 60000 pixels", shipped("heat.xml"), "--in=now=" + bomb);
        refused("60000 x 60000 pixels", shipped("heat.xml"), "--in=now=" + bomb, "--scale");
    }

    @Test
    void ST23_arrayThatIsNotCutIsAnImageOfItsOwnSize() throws Exception {
        Path file = Files.writeString(folder.resolve("table.xml"), TABLE);
        Files.writeString(
                folder.resolve("table.cl"),
                "kernel void table(global float *next, global float *now, global float *table) {}");
        Path out = folder.resolve("table.png");
        commands.compute(
                session(),
                file.toString(),
                "--iterations=0",
                "--in=table=0.5",
                "--out=table=" + out);
        BufferedImage image = ImageIO.read(out.toFile());
        assertEquals("3 x 2", image.getWidth() + " x " + image.getHeight());
        assertEquals(32768, image.getRaster().getSample(2, 1, 0));
        commands.compute(session(), file.toString(), "--iterations=0", "--in=table=" + out);
    }

    private static final String TABLE =
            """
            <stepocl version="1"><iterations>1</iterations>
              <argument><name>next</name><property>output</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>66</dim_size><dim_size>66</dim_size></arg_size></argument>
              <argument><name>now</name><property>input</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>66</dim_size><dim_size>66</dim_size></arg_size></argument>
              <argument><name>table</name><property>input</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>3</dim_size><dim_size>2</dim_size></arg_size></argument>
              <swap><in>now</in><out>next</out></swap>
              <ghost_zone array="now"><dim><lower>-1</lower><upper>1</upper></dim>
                <dim><lower>-1</lower><upper>1</upper></dim></ghost_zone>
              <kernel><name>table.cl</name><global><g_size>64</g_size><g_size>64</g_size></global>
                <local><l_size>8</l_size><l_size>8</l_size></local></kernel>
            </stepocl>
            """;

    @Test
    void ST01_arraysThatNoMachineHoldsAreRefused() throws Exception {
        String huge = // more than 2^47 bytes, which no processor addresses
                TABLE.replace("66</dim_size></arg", "4294967298</dim_size></arg")
                        .replace("64</g_size></global>", "4294967296</g_size></global>")
                        .replace("<dim_size>66", "<dim_size>50002")
                        .replace("<global><g_size>64", "<global><g_size>50000");
        Path file = Files.writeString(folder.resolve("huge.xml"), huge);
        Files.writeString(
                folder.resolve("table.cl"),
                "kernel void table(global float *next, global float *now, global float *table) {}");
        commands.plan(session(), file.toString(), "--devices=2");
        AnabranchException refused =
                assertThrows(
                        AnabranchException.class,
                        () -> commands.compute(session(), file.toString()));
        assertTrue(
                refused.getMessage().contains("needs 859027819338384 bytes"), refused.getMessage());
        String far =
                TABLE.replace("66<", "1048640<")
                        .replace("float", "double")
                        .replace("<lower>-1<", "<lower>-1048576<")
                        .replace("<upper>1<", "<upper>0<");
        Files.writeString(file, far);
        Files.writeString(
                folder.resolve("table.cl"),
                "kernel void table(global double *next, global double *now, global double *t) {}");
        AnabranchException unchecked =
                assertThrows(
                        AnabranchException.class, () -> commands.check(session(), file.toString()));
        assertTrue(unchecked.getMessage().contains(" bytes"), unchecked.getMessage());
    }

    @Test
    @DisplayName("D10: an input that cannot be read is said of the array that was named")
    void d10_inputOfTheArrayThatWasNamed() throws Exception {
        String heat = shipped("heat.xml");
        refused("no file nofile for now", heat, "--in", "now=nofile");
        refused("no file nofile for next", heat, "--in", "now=0", "--in", "next=nofile");
    }

    @Test
    @DisplayName("D8: what the commands print goes through pipes, their data is there for scripts")
    void d8_outputGoesThroughPipes() throws Exception {
        ThreadIOImpl threads = new ThreadIOImpl();
        CommandProcessorImpl processor = new CommandProcessorImpl(threads);
        threads.start();
        processor.addCommand("stencil", commands);
        processor.addCommand("test", new Swallow());
        try (CommandSession session =
                processor.createSession(
                        new ByteArrayInputStream(new byte[0]), printed, new PrintStream(printed))) {
            for (String line :
                    new String[] {
                        "plan " + shipped("jacobi.xml"),
                        "compute " + shipped("heat.xml") + " --iterations 2 --verify",
                        "check " + shipped("heat.xml"),
                        "emit " + shipped("heat.xml")
                    }) {
                printed.reset();
                session.execute("stencil:" + line + " | test:swallow");
                assertTrue(printed().matches("swallowed [1-9][0-9]* lines\\R"), this::printed);
            }
            Map<?, ?> plan =
                    (Map<?, ?>)
                            session.execute("stencil:plan " + shipped("jacobi.xml") + " --json");
            assertEquals(List.of(4096L, 1024L), plan.get("cells"));
            Map<?, ?> run =
                    (Map<?, ?>)
                            session.execute(
                                    "stencil:compute "
                                            + shipped("heat.xml")
                                            + " --iterations 2 --json");
            assertEquals(2L, run.get("iterations"));
            Map<?, ?>[] check =
                    (Map<?, ?>[])
                            session.execute("stencil:check " + shipped("heat.xml") + " --json");
            assertEquals(Map.of("domain", "host", "fault", ""), check[0]);
        } finally {
            processor.stop();
            threads.stop();
        }
    }

    /** The end of a pipe. */
    public static final class Swallow {
        public void swallow() {
            var process = org.apache.felix.service.command.Process.Utils.current();
            long lines =
                    new BufferedReader(new InputStreamReader(process.in(), StandardCharsets.UTF_8))
                            .lines()
                            .count();
            process.out().println("swallowed " + lines + " lines");
        }
    }

    @Test
    void ST01_wrongWordsAreExplained() throws Exception {
        String heat = shipped("heat.xml");
        refused("needs one description");
        refused("there is no file", folder.resolve("none.xml").toString());
        refused("unknown option --colour", heat, "--colour", "red");
        refused("has no value", heat, "--in");
        refused("needs NAME=", heat, "--in", "pulse");
        refused("no array speed", heat, "--in", "speed=pulse");
        refused("no array rate", heat, "--out", "rate=x.png");
        refused("no file none.png for now; a source is", heat, "--in", "now=none.png");
        refused("whole number", heat, "--iterations", "many");
        refused("is one of", heat, "--policy", "none");
        refused("depth must be", heat, "--depth=2000", "--iterations=1");
        refused("weights must be positive", heat, "--weights=-1");
        refused("--range needs", heat, "--range=1,0");
        refused("--flops is a number", heat, "--flops=-1");
        refused("--flops is a number", heat, "--flops=1,2");
        refused("unknown option --devices", heat, "--devices=2");
        refused("there are 1 domains, not 2", heat, "--weights=1,2");
        Path small = folder.resolve("small.png");
        ImageIO.write(picture(8, 4), "png", small.toFile());
        refused("has 8 x 4 pixels; now needs 512 x 512", heat, "--in=now=" + small);
        commands.compute(session(), heat, "--in=now=" + small, "--scale", "--iterations=1");
        Files.write(small.resolveSibling("small.raw"), new byte[12]);
        refused("has 12 bytes", heat, "--in=now=" + small.resolveSibling("small.raw"));
        Path broken =
                Files.writeString(folder.resolve("broken.xml"), "<stepocl version='1'>\n<x/>");
        refused("broken.xml:2:", broken.toString());
    }
}
