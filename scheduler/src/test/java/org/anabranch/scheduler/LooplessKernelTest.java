package org.anabranch.scheduler;

import static org.anabranch.api.Mapping.each;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Kernels that run without a loop: which indices they get, and what checked mode finds. */
class LooplessKernelTest {
    private static final int SIZE = 50;

    /** Writes each element of the piece by its index in dimension 0. */
    private static final Kernel NUMBER =
            Kernel.of("number", Parameter.out("numbers"))
                    .java(
                            (piece, arguments) -> {
                                for (long i = piece.low0();
                                        i < piece.high0();
                                        i += piece.stride0()) {
                                    arguments.segment(0).setAtIndex(JAVA_LONG, i, i);
                                }
                            });

    private static House checked() {
        return House.of(House.SETTINGS.inCheckedMode());
    }

    @Test
    void r17_dimension0IsTheElementsOfABufferWithOneExtent() {
        long[] all = LongStream.range(0, SIZE).toArray();
        try (House house = House.devices(1)) {
            for (Domain domain : house.platform.domains()) {
                try (Buffer x = house.platform.buffer(JAVA_LONG, SIZE);
                        Buffer y = house.platform.buffer(JAVA_LONG, SIZE);
                        Buffer part = house.platform.buffer(JAVA_LONG, SIZE);
                        Stream stream = domain.stream();
                        Stream direct = domain.stream(StreamOptions.DEFAULT.undeferred());
                        Finish finish = house.platform.finish()) {
                    stream.run(NUMBER, x.all().out()).await();
                    assertArrayEquals(all, Kernels.content(x), domain.id());
                    direct.run(NUMBER, y.all().out()).await();
                    assertArrayEquals(all, Kernels.content(y), domain.id());
                    y.write().fill((byte) 0);
                    finish.async(domain, NUMBER, y.all().out()).await();
                    assertArrayEquals(all, Kernels.content(y), domain.id());
                    part.write().fill((byte) 0);
                    stream.run(NUMBER, part.elements(40, 10).out()).await();
                    assertEquals(9, Kernels.content(part)[49]);
                    assertEquals(0, Kernels.content(part)[39]);
                }
            }
        }
    }

    @Test
    void r17_piecesFollowTheExtentsOfTheFirstWrittenOperand() {
        List<Piece> pieces = new ArrayList<>();
        Kernel look =
                Kernel.of("look", Parameter.in("a"), Parameter.inOut("b"))
                        .java((piece, arguments) -> pieces.add(piece));
        try (House house = House.host();
                Stream stream = house.host0().stream();
                Buffer line = house.platform.buffer(JAVA_LONG, 12);
                Buffer plane = house.platform.buffer(JAVA_LONG, 3, 4);
                Buffer space = house.platform.buffer(JAVA_LONG, 2, 3, 4)) {
            stream.run(look, plane.all().in(), line.all().inOut()).await();
            stream.run(look, line.all().in(), plane.all().inOut()).await();
            stream.run(look, line.all().in(), plane.box(0, 0, 3, 4).inOut()).await();
            stream.run(look, line.all().in(), space.box(0, 0, 0, 2, 2, 2).inOut()).await();
        }
        assertEquals(
                List.of(
                        Piece.of(0, 12, 1),
                        new Piece(2, 0, 1, 1, 0, 12, 1, 0, 1, 1),
                        new Piece(2, 0, 3, 1, 0, 4, 1, 0, 1, 1),
                        new Piece(3, 0, 2, 1, 0, 2, 1, 0, 2, 1)),
                pieces);
    }

    private static void unwritten(String element, House house, Consumer<Stream> enqueue) {
        KernelArgumentException thrown =
                assertThrows(
                        KernelArgumentException.class,
                        () -> {
                            try (Stream stream = house.host0().stream()) {
                                enqueue.accept(stream);
                            }
                        });
        String message = thrown.getMessage();
        for (String part : List.of("kernel", "did not write " + element + " of ", "declares")) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void r17_checkedModeReportsTheFirstElementThatIsNotWritten() {
        Kernel most =
                Kernel.of("most", Parameter.in("from"), Parameter.out("to"))
                        .java(
                                (piece, arguments) ->
                                        arguments.segment(1).asSlice(0, 7 * 8).fill((byte) -1));
        try (House house = checked();
                Stream stream = house.host0().stream();
                Buffer from = house.platform.buffer(JAVA_LONG, SIZE);
                Buffer to = house.platform.buffer(BufferOptions.named("to"), JAVA_LONG, SIZE);
                Buffer plane = house.platform.buffer(JAVA_LONG, 5, 5)) {
            from.write().fill((byte) 1);
            to.write().fill((byte) 2);
            unwritten("element 7", house, s -> s.run(most, from.all().in(), to.all().out()));
            unwritten(
                    "element 27",
                    house,
                    s -> s.run(most, from.all().in(), to.elements(20, 9).out()));
            stream.run(most, from.all().in(), to.elements(20, 7).out()).await();
            unwritten("element 16", house, s -> s.run(NUMBER, plane.box(2, 1, 3, 3).out()));
        }
    }

    @Test
    void r17_checkedModeReportsWhatAPieceOfALoopDoesNotWrite() {
        Kernel allButOne =
                Kernel.of("most", Parameter.out("to"))
                        .java(
                                (piece, arguments) -> {
                                    for (long i = piece.low0(); i < piece.high0(); i++) {
                                        if (i != 33) {
                                            arguments.segment(0).setAtIndex(JAVA_LONG, i, -1);
                                        }
                                    }
                                });
        Loop loop = Loop.of(0, SIZE).tile(10);
        try (House house = checked();
                Buffer to = house.platform.buffer(JAVA_LONG, SIZE)) {
            unwritten("element 33", house, s -> s.run(allButOne, loop, to.out(each())));
            unwritten("element 33", house, s -> s.run(allButOne, to.all().out()));
            KernelArgumentException thrown =
                    assertThrows(
                            KernelArgumentException.class,
                            () -> {
                                try (Finish finish = house.platform.finish()) {
                                    finish.forasync(loop, allButOne, to.out(each()));
                                }
                            });
            assertTrue(thrown.getMessage().contains("element 33"), thrown.getMessage());
        }
    }

    @Test
    void r17_checkedModeAcceptsEveryValueThatIsWritten() {
        Kernel all =
                Kernel.of("all", Parameter.out("to"), Parameter.scalar("value"))
                        .java(
                                (piece, arguments) ->
                                        arguments.segment(0).fill((byte) arguments.longAt(1)));
        try (House house = checked();
                Stream stream = house.host0().stream();
                Buffer to = house.platform.buffer(JAVA_BYTE, SIZE)) {
            for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
                stream.run(all, to.all().out(), Argument.of(value)).await();
                assertEquals(value, to.read().get(JAVA_BYTE, SIZE - 1));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void r17_checkedModeRunsALoopOverAnOperandThatIsNotMapped(boolean out) {
        Kernel add =
                Kernel.of("number", out ? Parameter.out("to") : Parameter.inOut("to"))
                        .java(
                                (piece, arguments) -> {
                                    for (long i = piece.low0(); i < piece.high0(); i++) {
                                        arguments.segment(0).setAtIndex(JAVA_LONG, i, i + 1);
                                    }
                                });
        try (House house = checked();
                Stream stream = house.host0().stream();
                Buffer to = house.platform.buffer(JAVA_LONG, 400)) {
            to.write().fill((byte) 0);
            stream.run(add, Loop.of(0, 400).tile(1), out ? to.all().out() : to.all().inOut())
                    .await();
            assertEquals(80200, Arrays.stream(Kernels.content(to)).sum());
        }
    }

    @Test
    void r17_checkedModeReportsWhatNoPieceOfALoopWrites() {
        try (House house = checked();
                Buffer to = house.platform.buffer(JAVA_LONG, 400)) {
            unwritten(
                    "element 399",
                    house,
                    s -> s.run(NUMBER, Loop.of(0, 399).tile(1), to.all().out()));
        }
    }
}
