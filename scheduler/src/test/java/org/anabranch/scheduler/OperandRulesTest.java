package org.anabranch.scheduler;

import static org.anabranch.api.Mapping.each;
import static org.anabranch.api.Mapping.whole;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Place;
import org.anabranch.api.RaceException;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * B10, C2: what is refused of operands when they are enqueued, and how a kernel sees the others.
 */
@Timeout(60)
class OperandRulesTest {
    private static final Kernel ADD =
            Kernel.of("add", Parameter.out("to"), Parameter.in("from"))
                    .java(OperandRulesTest::writePiece);
    private static final BufferOptions NEAR =
            new BufferOptions("near", MemoryKind.HIGH_BANDWIDTH, true);

    /** Writes 0 to each element, of rows or of the indices of a loop over elements. */
    private static void writePiece(Piece piece, KernelArguments arguments) {
        for (long row = piece.low0(); row < piece.high0(); row++) {
            for (long column = piece.low1(); column < piece.high1(); column++) {
                long at = piece.rank() == 1 ? row : row * arguments.pitch(0) + column;
                arguments.segment(0).setAtIndex(JAVA_LONG, at, 0);
            }
        }
    }

    private static void refused(Executable enqueue) {
        KernelArgumentException overlap = assertThrows(KernelArgumentException.class, enqueue);
        for (String part : List.of("kernel add", "pressure", "by two arguments")) {
            assertTrue(overlap.getMessage().contains(part), overlap::getMessage);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void b10_operands_that_overlap_are_refused_by_every_enqueue(boolean checked) {
        try (House house =
                        House.of(checked ? House.SETTINGS.inCheckedMode() : House.SETTINGS)
                                .plug(House.reference(1), 1);
                Stream stream = house.host0().stream();
                Stream undeferred = house.host0().stream(StreamOptions.DEFAULT.undeferred());
                Stream there = house.device(0).stream();
                Stream anywhere = house.platform.stream()) {
            Buffer x = house.platform.buffer(BufferOptions.named("pressure"), JAVA_LONG, 6, 6);
            Range all = x.all();
            for (Stream one : List.of(stream, undeferred, there, anywhere)) {
                refused(() -> one.run(ADD, all.out(), all.in()));
                refused(() -> one.run(ADD, x.box(0, 0, 3, 3).out(), x.box(2, 2, 3, 3).in()));
                refused(() -> one.run(ADD, Loop.of(0, 6), all.out(), x.elements(35, 1).in()));
                one.run(ADD, x.box(0, 0, 6, 3).out(), x.box(0, 3, 6, 3).in()).await();
            }
            Loop rows = Loop.of(0, 36).tile(6);
            try (Finish finish = house.platform.finish()) {
                refused(() -> finish.async(ADD, all.out(), all.in()));
                refused(() -> finish.async(Place.kind("reference"), ADD, all.out(), all.in()));
                refused(() -> finish.forasync(rows, ADD, all.out(), x.elements(35, 1).in()));
                if (checked) {
                    refused(() -> finish.forasync(rows, ADD, x.out(each()), x.in(each())));
                    assertThrows(
                            RaceException.class,
                            () -> finish.forasync(rows, ADD, x.out(each()), x.in(whole())));
                } else {
                    finish.forasync(rows, ADD, x.out(each()), x.in(each())); // one under two names
                }
                finish.forasync(rows, ADD, x.out(each()), x.elements(0, 0).in());
            }
            Kernel look = Kernel.of("look", Parameter.in("a"), Parameter.in("b"));
            stream.run(look.java((piece, arguments) -> {}), all.in(), all.in()).await();
            x.close();
            assertEquals(0, house.report(house.host0()).instanceBytes(), "leases were left");
        }
    }

    @Test
    void b10_pieces_that_run_together_reduce_into_no_mapped_operand() {
        Kernel add = Kernel.of("add", Parameter.inOut("sum")).java((piece, arguments) -> {});
        try (House house = House.host();
                Stream stream = house.host0().stream();
                Finish finish = house.platform.finish();
                Buffer sum = house.platform.buffer(BufferOptions.named("sum"), JAVA_LONG, 8)) {
            Loop loop = Loop.of(0, 8).tile(2);
            Argument reduced = new MappedOperand(sum, each(), Mode.REDUCE);
            for (Executable enqueue :
                    List.<Executable>of(
                            () -> finish.forasync(loop, add, reduced),
                            () -> stream.run(add, loop, reduced))) {
                assertEquals(
                        "argument 0 of kernel add, sum, is mapped to REDUCE, but the pieces of a"
                                + " loop run together",
                        assertThrows(KernelArgumentException.class, enqueue).getMessage());
            }
            stream.run(add, loop, sum.all().reduce()).await();
        }
    }

    @Test
    void b10_a_kernel_does_not_run_on_the_host_where_a_strict_buffer_wants_other_memory() {
        try (House house = House.devices(1);
                Stream stream = house.host0().stream();
                Stream undeferred = house.host0().stream(StreamOptions.DEFAULT.undeferred());
                Stream anywhere = house.platform.stream();
                Buffer near = house.platform.buffer(NEAR, JAVA_LONG, 8);
                Buffer plain = house.platform.buffer(JAVA_LONG, 8)) {
            Argument[] arguments = {near.all().out(), Argument.of(1L)};
            Argument[] mapped = {near.out(each()), Argument.of(1L)};
            Loop loop = Loop.of(0, 8).tile(2);
            try (Finish finish = house.platform.finish()) {
                for (Executable enqueue :
                        List.<Executable>of(
                                () -> stream.run(Kernels.FILL, arguments),
                                () -> undeferred.run(Kernels.FILL, arguments),
                                () -> anywhere.run(Kernels.FILL, arguments),
                                () -> finish.async(Kernels.FILL, arguments),
                                () -> finish.async(house.host0(), Kernels.FILL, arguments),
                                () -> finish.forasync(loop, Kernels.FILL, mapped))) {
                    var none = assertThrows(MemoryExhaustedException.class, enqueue);
                    String said = "host has no HIGH_BANDWIDTH memory, which near asks for";
                    assertEquals(said, none.getMessage());
                }
            }
            plain.write().fill((byte) 1);
            stream.copy(plain.all(), near.all()).await();
            assertEquals(0x0101010101010101L, near.read().getAtIndex(JAVA_LONG, 7));
        }
    }

    @Test
    void b10_where_a_kernel_may_run_anywhere_it_runs_where_that_memory_is() {
        DeviceInfo rich =
                new DeviceInfo(
                        "reference:rich",
                        4,
                        2,
                        Map.of(
                                MemoryKind.NORMAL,
                                House.MEGABYTE,
                                MemoryKind.HIGH_BANDWIDTH,
                                House.MEGABYTE),
                        Set.of(KernelCode.JAVA),
                        true,
                        false,
                        Map.of());
        try (House house = House.devices(1).plug(new ReferenceBackend(List.of(rich), false), 1);
                Buffer near = house.platform.buffer(NEAR, JAVA_LONG, 8);
                Stream anywhere = house.platform.stream();
                Finish finish = house.platform.finish()) {
            Domain there = house.device(1);
            Argument[] arguments = {near.all().out(), Argument.of(1L)};
            var one = anywhere.run(Kernels.FILL, arguments);
            one.await();
            var other = finish.async(Kernels.FILL, arguments);
            other.await();
            assertEquals(there, one.domain().orElseThrow());
            assertEquals(there, other.domain().orElseThrow());
        }
    }

    /** The same bytes twice; how a kernel sees them is what the caller has said. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void c2_all_is_one_row_of_all_elements_and_a_box_is_rows_and_columns(int where) {
        try (House house = House.devices(1);
                Stream stream = house.platform.domains().get(where).stream();
                Buffer x = house.platform.buffer(JAVA_LONG, 10, 12)) {
            long[] seen = new long[6];
            Kernel look =
                    Kernel.of("look", Parameter.inOut("x"))
                            .java(
                                    (piece, arguments) -> {
                                        seen[0] = arguments.rows(0);
                                        seen[1] = arguments.columns(0);
                                        seen[2] = arguments.pitch(0);
                                        seen[3] = piece.count(0);
                                        seen[4] = piece.count(1);
                                        seen[5] = arguments.segment(0).byteSize();
                                    });
            stream.run(look, x.all().inOut()).await();
            assertArrayEquals(new long[] {1, 120, 120, 1, 120, 960}, seen);
            stream.run(look, x.box(0, 0, 10, 12).inOut()).await();
            assertArrayEquals(new long[] {10, 12, 12, 10, 12, 960}, seen);
            stream.run(look, x.tiles(10, 12).tile(0, 0).inOut()).await();
            assertArrayEquals(new long[] {10, 12, 12, 10, 12, 960}, seen);
        }
    }
}
