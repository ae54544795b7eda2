package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Parameter;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Functions of a library compiled from C. */
class NativeKernelTest {
    private static final String SOURCE =
            """
            #include <stdint.h>
            #include <unistd.h>
            void scale(const int64_t *p, int64_t *data, int64_t pitch, int32_t a, int64_t b,
                       float c, double d) {
                for (int64_t i = p[0]; i < p[1]; i += p[2]) data[i] = a + b + (int64_t)(c * d) + i;
                data[p[1] - 1] = pitch;
            }
            void stray(const int64_t *p, int64_t *data, int64_t pitch) {
                *(volatile int64_t *)8 = pitch;
            }
            __attribute__((noinline)) void helper(int64_t pitch) {
                *(volatile int64_t *)8 = pitch;
            }
            void calls(const int64_t *p, int64_t *data, int64_t pitch) {
                helper(pitch);
                data[0] = pitch;
            }
            void leave(const int64_t *p, int64_t *data, int64_t pitch) {
                _exit(5);
            }
            """;

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
                                    "-fno-omit-frame-pointer",
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

    private static Kernel kernel(String symbol) {
        return Kernel.of(symbol, Parameter.inOut("data")).with(new NativeCode(library, symbol));
    }

    @Test
    void aFunctionGetsPieceAddressPitchAndScalarsOfEveryType() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            assertArrayEquals(
                    new long[] {116, 117, 118, 4},
                    rig.result(kernel("scale"), 4, 1, 100L, 3f, 5.0));
        }
    }

    @Test
    void aFunctionOrLibraryThatIsMissingIsRefusedByName() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            for (Kernel missing :
                    List.of(
                            kernel("no_such_function"),
                            Kernel.of("absent", Parameter.inOut("data"))
                                    .with(new NativeCode(Path.of("/no/such.so"), "absent")))) {
                DeviceException refused =
                        assertThrows(DeviceException.class, () -> rig.device.load(missing));
                assertTrue(
                        refused.getMessage().contains("no_such_function")
                                || refused.getMessage().contains("/no/such.so"),
                        refused::getMessage);
            }
            assertArrayEquals(new long[] {3}, rig.result(Rig.ADD, 1, 3L));
        }
    }

    @Test
    void aFunctionThatCrashesCostsTheCardOnly() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            long handle = rig.allocate(1);
            long loaded = rig.device.load(kernel("stray"));
            Told told = rig.run(0, rig.launch(kernel("stray"), loaded, handle, 1));
            assertInstanceOf(DeviceLostException.class, told.fails());
        }
        assertEquals(List.of(), Rig.leftovers());
        try (Rig again = new Rig(Map.of("cores", 2))) {
            assertArrayEquals(new long[] {3}, again.result(Rig.ADD, 1, 3L));
        }
    }

    /** Beside it, a kernel that is not to blame is under way. */
    @Test
    void b14_theFrameOfACrashIsKeptAndB5TheKernelOnItsStackIsToBlame() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 4))) {
            long handle = rig.allocate(2);
            long busy = rig.device.load(ENDLESS);
            Told beside = rig.run(1, rig.launch(ENDLESS, busy, handle, 1, 0L));
            long loaded = rig.device.load(kernel("stray"));
            Told told = rig.run(0, rig.launch(kernel("stray"), loaded, handle, 1));
            DeviceLostException lost = assertInstanceOf(DeviceLostException.class, told.fails());
            assertTrue(lost.isCausedByOperation());
            assertTrue(lost.getMessage().startsWith("kernel stray: mic:0"), lost::getMessage);
            assertTrue(lost.getMessage().contains("crashed with SIGSEGV"), lost::getMessage);
            assertTrue(lost.getMessage().contains("kernels.so+0x"), lost::getMessage);
            assertTrue(lost.getMessage().contains("stray+0x"), lost::getMessage);
            DeviceLostException innocent =
                    assertInstanceOf(DeviceLostException.class, beside.fails());
            assertFalse(innocent.isCausedByOperation());
        }
    }

    @Test
    void b14_theKernelIsToBlameForACrashInWhatItCalls() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            long handle = rig.allocate(1);
            long loaded = rig.device.load(kernel("calls"));
            Told told = rig.run(0, rig.launch(kernel("calls"), loaded, handle, 1));
            DeviceLostException lost = assertInstanceOf(DeviceLostException.class, told.fails());
            assertTrue(lost.getMessage().contains(" in C  [kernels.so+0x"), lost::getMessage);
            assertTrue(lost.getMessage().contains("helper+0x"), lost::getMessage);
            assertTrue(lost.getMessage().contains("calls+0x"), lost::getMessage);
            assertTrue(lost.isCausedByOperation(), lost::getMessage);
        }
    }

    @Test
    void b5_aKernelThatLeavesTheProcessIsToBlame() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            long handle = rig.allocate(1);
            long loaded = rig.device.load(kernel("leave"));
            Told told = rig.run(0, rig.launch(kernel("leave"), loaded, handle, 1));
            DeviceLostException lost = assertInstanceOf(DeviceLostException.class, told.fails());
            assertTrue(lost.isCausedByOperation());
            assertTrue(lost.getMessage().contains("status 5"), lost::getMessage);
        }
    }

    @Test
    void b5_nobodyIsToBlameForACardThatWasKilled() throws Exception {
        try (Rig rig = new Rig(Map.of("cores", 2))) {
            long handle = rig.allocate(1);
            long busy = rig.device.load(ENDLESS);
            Told told = rig.run(0, rig.launch(ENDLESS, busy, handle, 1, 0L));
            rig.process().destroyForcibly();
            DeviceLostException lost = assertInstanceOf(DeviceLostException.class, told.fails());
            assertFalse(lost.isCausedByOperation(), lost::getMessage);
        }
    }

    /** Does not end by itself, nor by an interrupt. */
    static final Kernel ENDLESS =
            Kernel.of("endless", Parameter.inOut("data"), Parameter.scalar("amount"))
                    .java(
                            (piece, arguments) -> {
                                while (true) {
                                    LockSupport.parkNanos(1_000_000);
                                    Thread.interrupted();
                                }
                            });
}
