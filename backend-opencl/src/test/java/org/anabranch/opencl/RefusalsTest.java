package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** Refusals of wrong calls: a typed error names the mistake, and the device goes on. */
final class RefusalsTest {
    private static final Kernel ONE =
            Rig.kernel(
                    "one",
                    "__kernel void one(__global int *a, long offset, long pitch) { a[offset +"
                            + " get_global_id(0)] = 1; }",
                    Parameter.out("a"));

    private Rig rig;

    @BeforeEach
    void open() throws Exception {
        rig = Rig.open(Map.of());
    }

    @AfterEach
    void theDeviceStillWorks() throws Exception {
        if (rig == null) {
            return;
        }
        long memory = rig.upload(new int[5]);
        rig.run(rig.device.load(ONE), ONE, Piece.of(0, 5, 1), Rig.operand(memory, Region.of(0, 20)))
                .awaitSuccess();
        assertArrayEquals(new int[] {1, 1, 1, 1, 1}, rig.download(memory, 5));
        rig.close();
    }

    private static void says(Throwable failure, String... words) {
        assertInstanceOf(DeviceException.class, failure);
        for (String word : words) {
            assertTrue(failure.getMessage().contains(word), failure.getMessage());
        }
    }

    @Test
    void aKernelThatDoesNotCompileIsRefusedWithTheBuildLog() {
        Kernel broken =
                Rig.kernel(
                        "broken",
                        "__kernel void broken(__global int *a) { a[0] = undeclared_thing; }",
                        Parameter.out("a"));
        says(
                assertThrows(DeviceException.class, () -> rig.device.load(broken)),
                "opencl:0",
                "broken",
                "undeclared_thing");
    }

    /** The text hides the type, so that only the driver knows it. */
    @Test
    void c10_numbersLargerThanTheElementsOfTheMemoryAreRefused() throws Exception {
        Kernel large =
                Rig.kernel(
                        "large",
                        "#define WIDE(x) long *x\n__kernel void large(__global WIDE(a), long o,"
                                + " long p) { a[get_global_id(0)] = 1; }",
                        Parameter.out("a"));
        long memory = rig.upload(new int[64]);
        long loaded = rig.device.load(large);
        Throwable failure =
                rig.run(loaded, large, Piece.of(0, 64, 1), Rig.operand(memory, Region.of(0, 256)))
                        .await();
        says(failure, "parameter 0 of kernel large is a long*", "elements of 4 bytes");
    }

    @Test
    void aFunctionThatIsNotThereIsRefused() {
        Kernel other =
                Rig.kernel(
                        "absent",
                        "__kernel void present(__global int *a) { a[0] = 1; }",
                        Parameter.out("a"));
        says(
                assertThrows(DeviceException.class, () -> rig.device.load(other)),
                "no function absent");
    }

    @Test
    void rule34_aKernelWithoutOpenClCodeIsRefused() {
        Kernel java = Kernel.of("onlyJava").java((piece, arguments) -> {});
        says(
                assertThrows(DeviceException.class, () -> rig.device.load(java)),
                "onlyJava",
                "opencl-c");
    }

    @Test
    void rule32_impossibleAllocationsAreRefused() {
        says(assertThrows(DeviceException.class, () -> rig.allocate(0)), "0 bytes");
        says(assertThrows(DeviceException.class, () -> rig.allocate(-1)), "-1 bytes");
        says(
                assertThrows(DeviceException.class, () -> rig.allocate(1L << 40)),
                Long.toString(1L << 40));
        says(
                assertThrows(
                        DeviceException.class, () -> rig.device.allocate(64, MemoryKind.ON_CHIP)),
                "ON_CHIP");
    }

    @Test
    void rule32_theBudgetIsKeptAndReleasedMemoryCountsAgain() throws Exception {
        rig.close();
        rig = Rig.open(Map.of("memory.percent", 1));
        long budget = rig.info.memory().get(MemoryKind.NORMAL);
        long half = budget / 2 - 4096;
        for (int round = 0; round < 20; round++) {
            long first = rig.allocate(half);
            long second = rig.allocate(half / 2);
            says(assertThrows(DeviceException.class, () -> rig.allocate(half)), " memory left");
            rig.device.release(first);
            rig.device.release(second);
        }
    }

    @Test
    void aWorkGroupThatIsTooLargeFailsTheLaunch() throws Exception {
        Kernel large =
                Rig.kernel(
                        "large",
                        "__kernel __attribute__((reqd_work_group_size(65536, 1, 1))) void"
                            + " large(__global int *a, long o, long p) { a[get_global_id(0)] = 1;"
                            + " }",
                        Parameter.out("a"));
        long memory = rig.upload(new int[65536]);
        try {
            long handle = rig.device.load(large);
            says(
                    rig.run(
                                    handle,
                                    large,
                                    Piece.of(0, 65536, 1),
                                    Rig.operand(memory, Region.of(0, 65536 * 4)))
                            .await(),
                    "large");
        } catch (DeviceException atLoad) {
            says(atLoad, "large");
        }
    }

    @Test
    void aRangeThatTheDeclaredWorkGroupDoesNotDivideFailsTheLaunch() throws Exception {
        Kernel grouped =
                Rig.kernel(
                        "grouped",
                        "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void"
                            + " grouped(__global int *a, long o, long p) { a[get_global_id(0)] = 1;"
                            + " }",
                        Parameter.out("a"));
        long memory = rig.upload(new int[16]);
        says(
                rig.run(
                                rig.device.load(grouped),
                                grouped,
                                Piece.of(0, 12, 1),
                                Rig.operand(memory, Region.of(0, 48)))
                        .await(),
                "8",
                "12");
    }

    @Test
    void argumentsThatDoNotFitTheFunctionFailTheLaunch() throws Exception {
        long handle = rig.device.load(ONE);
        long memory = rig.upload(1, 2);
        LaunchArgument.Memory good = Rig.operand(memory, Region.of(0, 8));
        says(
                rig.run(handle, ONE, Piece.of(0, 2, 1), good, Rig.value(1)).await(),
                "3 parameters",
                "3 each");
        says(
                rig.run(handle, ONE, Piece.of(0, 2, 1), Rig.operand(memory, Region.of(0, 800)))
                        .await(),
                "outside");
        says(
                rig.run(handle, ONE, Piece.of(0, 2, 1), Rig.operand(memory, Region.of(2, 4)))
                        .await(),
                "multiples of 4");
        says(rig.run(handle, ONE, Piece.of(-4, 2, 1), good).await(), "negative");
        says(rig.run(handle + 99, ONE, Piece.of(0, 2, 1), good).await(), "not loaded");
        says(
                rig.run(handle, ONE, Piece.of(0, 2, 1), Rig.operand(memory + 99, Region.of(0, 8)))
                        .await(),
                "no memory");
    }

    @Test
    void aScalarOfTheWrongTypeFailsTheLaunchAndNamesTheArgument() throws Exception {
        Kernel scalar =
                Rig.kernel("scalar", "__kernel void scalar(int a) { }", Parameter.scalar("a"));
        Throwable failure =
                rig.run(rig.device.load(scalar), scalar, Piece.of(0, 1, 1), Rig.value(1L << 32))
                        .await();
        says(failure, "parameter 0 of kernel scalar is a int", "long 4294967296");
    }

    @Test
    void copiesOutsideMemoryFail() throws Exception {
        long memory = rig.upload(1, 2);
        MemorySegment host = rig.arena.allocate(8);
        says(
                rig.write(host, Region.of(0, 8), new Slice(memory, Region.of(4, 8))).await(),
                "outside");
        says(
                rig.write(host, Region.of(4, 8), new Slice(memory, Region.of(0, 8))).await(),
                "outside");
        says(
                rig.read(new Slice(memory, Region.of(0, 8)), host, Region.of(0, 4)).await(),
                "as many bytes");
        says(
                rig.write(
                                MemorySegment.ofArray(new byte[8]),
                                Region.of(0, 8),
                                new Slice(memory, Region.of(0, 8)))
                        .await(),
                "native memory");
        says(
                rig.read(new Slice(memory + 99, Region.of(0, 8)), host, Region.of(0, 8)).await(),
                "no memory");
    }

    @Test
    void aClosedSegmentFailsTheCopy() throws Exception {
        long memory = rig.upload(1, 2);
        MemorySegment gone;
        try (Arena arena = Arena.ofShared()) {
            gone = arena.allocate(8);
        }
        says(
                rig.write(gone, Region.of(0, 8), new Slice(memory, Region.of(0, 8))).await(),
                "could not be submitted");
    }

    @Test
    void rule14_masksThatCannotBeServedAreRefused() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        var info = Rig.devices(backend).getFirst();
        assertThrows(
                DeviceException.class,
                () -> backend.open(info, ProcessorMask.range(0, info.processors() + 1)));
        assertThrows(DeviceException.class, () -> backend.open(info, ProcessorMask.range(0, 0)));
    }
}
