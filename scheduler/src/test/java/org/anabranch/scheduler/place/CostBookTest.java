package org.anabranch.scheduler.place;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.SourceCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Measured kernel times, kept by code, size and domain, and from process to process. */
class CostBookTest {
    private static final long MILLI = 1_000_000;
    private static final Kernel GEMM = source("__kernel void gemm() {}");

    @TempDir Path folder;

    private final CostBook book = new CostBook();

    private static Kernel source(String text) {
        return Kernel.of("a\tgemm\n", Parameter.out("c"))
                .with(new SourceCode(KernelCode.OPENCL_C, text, "gemm", ""));
    }

    private static void ran(CostBook book, String domain, long bytes, long indices, long nanos) {
        if (book.isNoted(nanos)) {
            book.note(GEMM, domain, bytes, indices, nanos);
        }
    }

    private Path file() {
        return folder.resolve("state").resolve("costs");
    }

    private CostBook loaded(String machine) throws IOException {
        CostBook other = new CostBook();
        new CostFile(file(), machine).load(other);
        return other;
    }

    @Test
    void issue24_runs_count_by_size_and_domain_and_the_last_ones_give_the_times() {
        for (int i = 1; i <= 40; i++) {
            ran(book, "host", 1000, 0, i * MILLI);
        }
        ran(book, "host", 600, 0, 41 * MILLI);
        ran(book, "card:0", 1000, 0, MILLI);
        ran(book, "host", 5000, 0, MILLI);
        List<CostRow> rows = book.rows();
        assertEquals(3, rows.size(), rows::toString);
        CostRow host =
                rows.stream().filter(row -> row.recent().length == 32).findFirst().orElseThrow();
        assertEquals(41, host.runs(), "sizes within a power of two count as one");
        assertEquals(10 * MILLI, host.recent()[0]);
        assertEquals(41 * MILLI, host.recent()[31]);
        assertEquals(600, host.bytes());
        assertFalse(host.kept());
    }

    @Test
    void issue24_of_short_runs_one_in_many_is_noted_and_stands_for_them() {
        int runs = 100_000;
        for (int i = 0; i < runs; i++) {
            ran(book, "host", 8, 0, 1000);
        }
        assertEquals(runs, book.rows().getFirst().runs(), 0.3 * runs);
    }

    @Test
    void issue24_placement_begins_with_what_earlier_programs_knew_of_the_same_code() {
        ran(book, "card:0", 1000, 0, 3 * MILLI);
        Site card = new Site("card:0", new ComputeUnits(1, 0), new Link());
        Site host = new Site("host", new ComputeUnits(1, 0), null);
        SizeTimes times = new KernelHistory(book, source("__kernel void gemm() {}")).of(1000, 0);
        assertTrue(times.in(card).isKnown());
        assertEquals(3 * MILLI, times.in(card).nanos());
        assertFalse(times.in(host).isKnown());
        SizeTimes others = new KernelHistory(book, source("something else")).of(1000, 0);
        assertFalse(others.in(card).isKnown(), "other code of the same name");
        times.in(card).took(MILLI);
        assertEquals(2 * MILLI, times.in(card).nanos(), "and learns as after one run");
    }

    @Test
    void issue24_costs_are_the_same_in_the_next_process() throws IOException {
        ran(book, "card:0", 1000, 7, 3 * MILLI);
        ran(book, "card:0", 1000, 7, 5 * MILLI);
        new CostFile(file(), "this one").save(book);
        CostRow row = loaded("this one").rows().getFirst();
        assertEquals(book.rows().getFirst().key(), row.key());
        assertEquals(List.of(3 * MILLI, 5 * MILLI), List.of(row.recent()[0], row.recent()[1]));
        assertEquals(2, row.runs());
        assertTrue(row.kept());
        assertEquals(List.of(), loaded("another").rows());
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertEquals(List.of(file()), files.toList(), "and nothing else is left there");
        }
    }

    @Test
    void issue24_what_another_process_wrote_meanwhile_is_kept() throws IOException {
        CostFile mine = new CostFile(file(), "m");
        mine.load(book);
        CostBook theirs = new CostBook();
        ran(theirs, "host", 10, 0, MILLI);
        new CostFile(file(), "m").save(theirs);
        ran(book, "card:0", 10, 0, MILLI);
        mine.save(book);
        assertEquals(
                List.of("card:0", "host"),
                loaded("m").rows().stream().map(CostRow::domain).toList());
    }

    @Test
    void issue24_a_file_that_is_something_else_is_refused_and_left_as_it_is() throws IOException {
        Files.createDirectories(file().getParent());
        String first = "anabranch kernel costs, version 1\nmachine m\n";
        for (String text :
                List.of(
                        "my thesis\n",
                        "",
                        "anabranch kernel costs, version 2\nmachine m\n",
                        first + "gemm\t1\thost\n",
                        first + "gemm\t1\thost\t5\t-8\t0\t1\t77\n",
                        first + "gemm\t1\thost\t5\t8\t0\t1\tmany\n",
                        first + "gemm\t1\thost\t5\t8\t0\t1\t\n")) {
            Files.writeString(file(), text);
            CostFile wrong = new CostFile(file(), "m");
            IOException refused = assertThrows(IOException.class, () -> wrong.load(book), text);
            assertTrue(refused.getMessage().contains(file().toString()), refused::getMessage);
            assertEquals(
                    text.startsWith(first),
                    refused.getMessage().contains("line 3"),
                    refused::getMessage);
            assertEquals(List.of(), book.rows(), "nothing of it is used");
            CostBook some = new CostBook();
            ran(some, "host", 10, 0, MILLI);
            wrong.save(some);
            assertEquals(text, Files.readString(file()));
        }
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertThrows(IOException.class, () -> new CostFile(file(), "m").load(book));
    }

    @Test
    void issue24_of_very_many_costs_only_so_many_are_known_and_half_as_many_kept()
            throws IOException {
        for (int i = 0; i < 2 * PlaceTuning.KEPT_COSTS; i++) {
            ran(book, "domain " + i, 8, 0, MILLI);
        }
        assertEquals(PlaceTuning.KEPT_COSTS, book.rows().size());
        new CostFile(file(), "m").save(book);
        assertEquals(PlaceTuning.KEPT_COSTS / 2, loaded("m").rows().size());
    }
}
