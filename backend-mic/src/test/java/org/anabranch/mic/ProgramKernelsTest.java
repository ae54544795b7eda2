package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.mic.card.CardKernelException;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.StealPort;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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

    private static final Kernel INTERRUPTS =
            kernel(
                    "interrupts",
                    (piece, arguments) -> {
                        put(arguments, 14);
                        Thread.currentThread().interrupt();
                    });

    @Test
    void aKernelThatInterruptsItsThreadCostsNoWorker() throws Exception {
        for (int i = 0; i < 10; i++) { // more often than there are workers
            gives(14, INTERRUPTS);
        }
        gives(1, FIRST);
    }

    /** A failure that cannot even be told. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static final Kernel LONG_WINDED =
            kernel(
                    "long_winded",
                    (piece, arguments) -> {
                        throw new IOException("word ".repeat(1 << 20));
                    });
    private static final Kernel MUTE =
            kernel(
                    "mute",
                    (piece, arguments) -> {
                        throw new Mute();
                    });

    @Test
    void aFailureThatIsHardToTellIsToldAllTheSame() throws Exception {
        long handle = rig.allocate(1);
        for (Kernel kernel : List.of(LONG_WINDED, MUTE)) {
            long loaded = rig.device.load(kernel);
            Throwable failure = rig.run(0, rig.launch(kernel, loaded, handle, 1)).fails();
            assertInstanceOf(CardKernelException.class, failure);
            assertTrue(failure.getMessage().length() < 10_000, failure::toString);
        }
        gives(1, FIRST);
    }

    @Test
    void aLaunchOrAnOrderThatFitsIntoNoFrameFailsAndTheCardGoesOn() throws Exception {
        long handle = rig.allocate(1);
        long loaded = rig.device.load(FIRST);
        Long[] many = new Long[200_000];
        Arrays.fill(many, 1L);
        DeviceException refused =
                assertInstanceOf(
                        DeviceException.class,
                        rig.run(0, rig.launch(FIRST, loaded, handle, 1, many)).fails());
        assertTrue(refused.getMessage().contains("1048576"), refused::getMessage);
        Told told = new Told();
        rig.device.run(rig.order(0, new long[200_000]), rig.launch(FIRST, loaded, handle, 1), told);
        assertInstanceOf(DeviceException.class, told.fails());
        StealPort port = rig.device.stealPort().orElseThrow();
        assertFalse(port.offer(rig.launch(FIRST, loaded, handle, 1, many), new Told()));
        gives(1, FIRST);
    }

    @Test
    void aProgramWhoseFilesCannotBeReadRefusesTheKernelByName() throws Exception {
        Path classes =
                Path.of(Sums.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (HidingLoader loader = new HidingLoader(classes, Sums.class.getName())) {
            JavaKernel broken = (JavaKernel) loader.instance(1L);
            loader.breakDown();
            refused("is not there on the card", kernel("broken", broken));
        }
    }
}
