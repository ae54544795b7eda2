package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelBuildException;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Functions of a library compiled from C, on the host. */
class NativeKernelTest {
    private static final String SOURCE =
            """
            #include <stdint.h>
            void scalars(const int64_t *p, int64_t *data, int64_t pitch, int32_t a, int64_t b,
                         float c, double d) {
                for (int64_t i = p[0]; i < p[1]; i++)
                    for (int64_t j = p[3]; j < p[4]; j++)
                        data[i * pitch + j] = 100 * i + j + a + b + (int64_t)(c * d);
            }
            void twice(const int64_t *p, int64_t *data, int64_t pitch) {
                for (int64_t i = p[0]; i < p[1]; i += p[2]) data[i] *= 2;
            }
            void beyond(const int64_t *p, int64_t *data, int64_t pitch) {
                data[2] = 7;
            }
            """;

    private static final int MACHINE_AT = 18;

    @TempDir static Path folder;
    private static Path library;

    @BeforeAll
    static void compile() throws Exception {
        Path source = Files.writeString(folder.resolve("kernels.c"), SOURCE);
        library = folder.resolve("kernels.so");
        try {
            Process compiler =
                    new ProcessBuilder(
                                    "cc",
                                    "-shared",
                                    "-fPIC",
                                    "-o",
                                    library.toString(),
                                    source.toString())
                            .inheritIO()
                            .start();
            assertEquals(0, compiler.waitFor());
        } catch (IOException none) {
            assumeTrue(false, "no C compiler here");
        }
    }

    private static Kernel kernel(Path library, String symbol) {
        return Kernel.of(symbol, Parameter.inOut("data"))
                .with(NativeCode.onHost(library, symbol))
                .java((piece, arguments) -> arguments.segment(0).set(JAVA_LONG, 0, -1));
    }

    private static long[] content(Buffer buffer) {
        return buffer.read().toArray(JAVA_LONG);
    }

    @Test
    void aFunctionGetsPieceAddressPitchAndScalarsOfEveryTypeInPlaceOfJavaCode() {
        Kernel scalars =
                Kernel.of(
                                "scalars",
                                Parameter.inOut("data"),
                                Parameter.scalar("a"),
                                Parameter.scalar("b"),
                                Parameter.scalar("c"),
                                Parameter.scalar("d"))
                        .java((piece, arguments) -> {})
                        .with(NativeCode.onHost(library, "scalars"));
        try (House house = House.host();
                Buffer data = house.platform.buffer(JAVA_LONG, 3, 4);
                Stream stream = house.host0().stream()) {
            stream.run(
                    scalars,
                    data.box(1, 1, 2, 2).inOut(),
                    Argument.of(1),
                    Argument.of(1L << 33),
                    Argument.of(3f),
                    Argument.of(5.0));
            stream.await();
            long first = (1L << 33) + 16;
            assertArrayEquals(
                    new long[] {0, 0, 0, 0, 0, first, first + 1, 0, 0, first + 100, first + 101, 0},
                    content(data));
        }
    }

    @Test
    void aLoopIsSharedByWorkersAlsoInCheckedMode() {
        for (boolean checked : new boolean[] {false, true}) {
            try (House house = House.of(checked ? House.SETTINGS.inCheckedMode() : House.SETTINGS);
                    Buffer data = house.platform.buffer(JAVA_LONG, 1000)) {
                data.write().fill((byte) 0);
                data.write().setAtIndex(JAVA_LONG, 999, 21);
                try (Finish finish = house.platform.finish()) {
                    finish.forasync(
                            house.host0(),
                            Loop.of(0, 1000).tile(10),
                            kernel(library, "twice"),
                            data.inOut(Mapping.each()));
                }
                assertEquals(42, content(data)[999]);
            }
        }
    }

    @Test
    void checkedModeFindsWhatIsWrittenBesideTheOperand() {
        try (House house = House.of(House.SETTINGS.inCheckedMode());
                Buffer data = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.host0().stream()) {
            Event wrong = stream.run(kernel(library, "beyond"), data.elements(0, 2).inOut());
            AnabranchException failure = failure(wrong);
            assertInstanceOf(KernelArgumentException.class, failure);
            assertTrue(failure.getMessage().contains("wrote byte 16"), failure::getMessage);
            stream.closeNow();
        }
    }

    private static AnabranchException failure(Event event) {
        assertThrows(AnabranchException.class, event::await);
        return event.failure().orElseThrow();
    }

    @Test
    void whatCannotBeLoadedFailsTheActionAndSaysWhy() throws Exception {
        refused(kernel(library, "absent"), library + " has no function absent");
        Path nowhere = folder.resolve("nowhere.so");
        refused(kernel(nowhere, "twice"), "there is no library " + nowhere);
        Path text = Files.writeString(folder.resolve("text.so"), "int twice;\n".repeat(9));
        refused(kernel(text, "twice"), text + " cannot be loaded: it is no library of any system");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLibraryForAnotherProcessorIsRefusedByTheNamesOfBoth() throws Exception {
        byte[] content = Files.readAllBytes(library);
        content[MACHINE_AT] = (byte) 243;
        content[MACHINE_AT + 1] = 0;
        Path other = Files.write(folder.resolve("other.so"), content);
        String here = System.getProperty("os.arch");
        refused(kernel(other, "twice"), "it is for Linux on riscv64, and this is Linux on " + here);
    }

    /** The action fails, located, and nothing else: Java code is not run in its place. */
    private static void refused(Kernel kernel, String why) {
        try (House house = House.host();
                Buffer data = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.host0().stream()) {
            AnabranchException failure = failure(stream.run(kernel, data.all().inOut()));
            assertInstanceOf(KernelBuildException.class, failure);
            assertTrue(failure.getMessage().contains("kernel " + kernel.name()), failure::toString);
            assertTrue(failure.getMessage().contains("stream"), failure::toString);
            assertTrue(failure.getMessage().contains(why), failure::toString);
            stream.closeNow();
        }
    }

    @Test
    void codeForCardsOnlyIsRefusedWhereItIsEnqueued() {
        Kernel twice =
                Kernel.of("twice", Parameter.inOut("data")).with(new NativeCode(library, "twice"));
        try (House house = House.host();
                Buffer data = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.host0().stream()) {
            KernelFormatException refused =
                    assertThrows(
                            KernelFormatException.class,
                            () -> stream.run(twice, data.all().inOut()));
            assertTrue(refused.getMessage().contains("NativeCode.onHost"), refused::getMessage);
            Kernel both =
                    twice.java((piece, arguments) -> arguments.segment(0).set(JAVA_LONG, 0, 5));
            stream.run(both, data.all().inOut()).await();
            assertEquals(5, content(data)[0]);
        }
    }
}
