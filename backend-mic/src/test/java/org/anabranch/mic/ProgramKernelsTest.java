package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.spi.DeviceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Kernels of a plain program, without bundles, in all the ways that one can write them. */
class ProgramKernelsTest {
    private static Rig rig;

    @BeforeAll
    static void open() throws DeviceException {
        rig = new Rig(Map.of("cores", 2));
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    private static Kernel kernel(String name, JavaKernel code) {
        return Kernel.of(name, Parameter.inOut("data")).java(code);
    }

    private static void gives(long expected, Kernel kernel) throws Exception {
        assertArrayEquals(new long[] {expected}, rig.result(kernel, 1));
    }

    private static void refused(String why, Kernel kernel) {
        DeviceException refused =
                assertThrows(DeviceException.class, () -> rig.device.load(kernel));
        assertTrue(refused.getMessage().contains(kernel.name()), refused::getMessage);
        assertTrue(refused.getMessage().contains(why), refused::getMessage);
    }

    private static void put(KernelArguments arguments, long value) {
        arguments.segment(0).setAtIndex(JAVA_LONG, 0, value);
    }

    private static final Kernel FIRST = kernel("first", (piece, arguments) -> put(arguments, 1));
    private static final Kernel SECOND = kernel("second", (piece, arguments) -> put(arguments, 2));

    @Test
    void aConstantIsFoundByItsField() throws Exception {
        gives(1, FIRST);
        gives(2, SECOND);
    }

    private static void third(Piece piece, KernelArguments arguments) {
        put(arguments, 3);
    }

    private static void fourth(Piece piece, KernelArguments arguments) {
        put(arguments, 4);
    }

    @Test
    void methodsAreToldApartByTheNameOfTheKernel() throws Exception {
        List<Kernel> kernels =
                List.of(
                        Kernel.of("third", Parameter.inOut("data")).java(ProgramKernelsTest::third),
                        Kernel.of("fourth", Parameter.inOut("data"))
                                .java(ProgramKernelsTest::fourth));
        gives(3, kernels.getFirst());
        gives(4, kernels.getLast());
    }

    private enum Colour {
        RED,
        GREEN
    }

    private record Pair(int left, String right) {}

    @Test
    void numbersTextArraysEnumsAndRecordsTravelWithALambda() throws Exception {
        long number = 5;
        double[] array = {1, 2};
        Colour colour = Colour.GREEN;
        Pair pair = new Pair(7, "abc");
        gives(
                5 + 2 + 1 + 7 + 3,
                kernel(
                        "captured",
                        (piece, arguments) ->
                                put(
                                        arguments,
                                        number
                                                + (long) array[1]
                                                + colour.ordinal()
                                                + pair.left
                                                + pair.right.length())));
    }

    @Test
    void anythingElseThatALambdaHasCapturedIsRefused() {
        AtomicLong counter = new AtomicLong();
        refused(
                "it has captured a java.util.concurrent.atomic.AtomicLong",
                kernel("counts", (piece, arguments) -> counter.incrementAndGet()));
        refused(
                "it has captured a " + ProgramKernelsTest.class.getName(),
                kernel("of_this", (piece, arguments) -> put(arguments, hashCode())));
    }

    @Test
    void moreThanAFrameOfCapturedValuesIsRefused() throws Exception {
        double[] large = new double[200_000];
        refused(
                "more than 1048576 bytes",
                kernel("large", (piece, arguments) -> put(arguments, large.length)));
        gives(1, FIRST);
    }

    private record Sums(long amount) implements JavaKernel {
        @Override
        public void run(Piece piece, KernelArguments arguments) {
            put(arguments, amount);
        }
    }

    private enum Constant implements JavaKernel {
        NINE;

        @Override
        public void run(Piece piece, KernelArguments arguments) {
            put(arguments, 9);
        }
    }

    private static final class Stateless implements JavaKernel {
        @Override
        public void run(Piece piece, KernelArguments arguments) {
            put(arguments, 10);
        }
    }

    private static final class Stateful implements JavaKernel {
        private final long state;

        Stateful(long state) {
            this.state = state;
        }

        @Override
        public void run(Piece piece, KernelArguments arguments) {
            put(arguments, state);
        }
    }

    @Test
    void aClassIsARecordAConstantOrWithoutState() throws Exception {
        gives(8, kernel("record", new Sums(8)));
        gives(9, kernel("constant", Constant.NINE));
        gives(10, kernel("stateless", new Stateless()));
        refused("has state", kernel("stateful", new Stateful(11)));
    }

    private static Kernel nameless(String name, boolean which) {
        JavaKernel one = (piece, arguments) -> put(arguments, 12);
        JavaKernel other = (piece, arguments) -> put(arguments, 13);
        return Kernel.of(name, Parameter.inOut("data")).java(which ? one : other);
    }

    @Test
    void aLambdaThatCannotBeToldFromOthersIsRefused() {
        refused("it cannot be told which of", nameless("nobody knows " + 1, true));
    }

    @Test
    void aKernelWithoutCodeForACardIsRefused() {
        refused("native and java", Kernel.of("nothing", Parameter.inOut("data")));
    }

    @Test
    void aKernelWhoseClassIsMissingIsRefusedByName() throws Exception {
        Path classes =
                Path.of(Sums.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (HidingLoader loader = new HidingLoader(classes, Sums.class.getName())) {
            JavaKernel hidden = (JavaKernel) loader.instance(1L);
            loader.hide();
            refused("is not there on the card", kernel("hidden", hidden));
        }
    }

    private static final Kernel THROWS =
            kernel(
                    "throws",
                    (piece, arguments) -> {
                        throw new IOException("as planned");
                    });

    @Test
    void D9_aFailureBringsItsMessageAndTraceAlong() throws Exception {
        long handle = rig.allocate(1);
        long loaded = rig.device.load(THROWS);
        Throwable failure = rig.run(0, rig.launch(THROWS, loaded, handle, 1)).fails();
        assertInstanceOf(CardKernelException.class, failure);
        assertEquals("java.io.IOException: as planned", failure.getMessage());
        assertTrue(
                List.of(failure.getStackTrace()).stream()
                        .anyMatch(
                                frame ->
                                        frame.getClassName()
                                                .equals(ProgramKernelsTest.class.getName())));
        gives(1, FIRST);
    }
}
