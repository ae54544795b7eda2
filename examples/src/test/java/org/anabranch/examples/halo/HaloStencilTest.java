package org.anabranch.examples.halo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.launch.Anabranch;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** AC-8 on the host, on reference devices and on devices with costs imposed on link and kernels. */
@Timeout(120)
class HaloStencilTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int DEVICES = 4;
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    private static Anabranch anabranch;

    @BeforeAll
    static void start() {
        anabranch = Anabranch.start();
        List<DeviceInfo> infos = new ArrayList<>();
        for (int i = 0; i < DEVICES; i++) {
            infos.add(
                    new DeviceInfo(
                            "reference:" + i,
                            8,
                            8,
                            Map.of(MemoryKind.NORMAL, 1L << 30),
                            Set.of(KernelCode.JAVA),
                            false,
                            false,
                            Map.of()));
        }
        FaultPlan costs =
                FaultPlan.parse("cost run 50 20000; cost read 300 20000; cost write 300 20000");
        Backend backend = new FaultyBackend(new ReferenceBackend(infos, false), costs);
        anabranch.framework().registerService(Backend.class, backend, null);
        anabranch.domains("reference:0", PATIENCE);
        for (int i = 0; i < DEVICES; i++) {
            anabranch.domains("faulty:" + i, PATIENCE);
        }
    }

    @AfterAll
    static void stop() {
        if (anabranch != null) {
            anabranch.close();
        }
    }

    private static Job.Report run(String domains, String arguments, StringWriter drawing)
            throws Exception {
        List<Domain> chosen = new ArrayList<>();
        for (String selector : domains.split(",")) {
            chosen.addAll(anabranch.platform().domains(selector));
        }
        Job.Report report =
                new HaloStencil()
                        .run(
                                anabranch.platform(),
                                chosen,
                                List.of(arguments.split(" ")),
                                new PrintWriter(drawing));
        assertTrue(report.verified(), report.verification());
        return report;
    }

    @ParameterizedTest
    @CsvSource({
        "host, 1",
        "host, 2",
        "host, 4",
        "reference, 1",
        "reference, 3",
        "'host,reference', 2",
        "'host,reference', 4",
        "faulty, 2",
        "faulty, 4",
        "'host,reference,faulty', 3",
    })
    void AC8_every_bit_is_that_of_the_undivided_grid(String domains, int ranks) throws Exception {
        String grid = NIGHTLY ? "128 96 96 --steps 40" : "53 20 17 --steps 7";
        run(domains, grid + " --rounds 2 --lower 5 --upper 6 --ranks " + ranks, new StringWriter());
    }

    /** Why one stream wins: the exchange of a slab follows from that slab and from nothing else. */
    @ParameterizedTest
    @CsvSource({"host, false", "host, true", "faulty:0, false", "faulty:0, true"})
    void AC8_a_slab_is_sent_while_the_other_is_held_but_not_past_a_barrier(
            String domain, boolean barrier) throws Exception {
        CountDownLatch opened = new CountDownLatch(1);
        Platform platform = anabranch.platform();
        Grid grid = new Grid(16, 12, 12);
        Domain there = platform.domains(domain).getFirst();
        try (Rank rank = new Rank(platform, grid, 0, 1, there);
                Buffer ghosts = platform.buffer(ValueLayout.JAVA_FLOAT, 4, 12, 12);
                Stream stream = there.stream();
                Finish finish = platform.finish()) {
            try {
                Event gate = finish.call(() -> opened.await(60, TimeUnit.SECONDS));
                stream.waitFor(List.of(gate), rank.next(0, 16, 4));
                Event lower = slab(stream, rank, 4);
                Event upper = slab(stream, rank, 16);
                if (barrier) {
                    stream.barrier();
                }
                Event sent = stream.copy(rank.next(0, 4, 4), ghosts.all());
                assertTrue((barrier ? lower : sent).await(PATIENCE), "held, too");
                assertEquals(Event.State.QUEUED, upper.state());
                assertEquals(barrier ? Event.State.QUEUED : Event.State.DONE, sent.state());
            } finally {
                opened.countDown();
            }
        }
    }

    private static Event slab(Stream stream, Rank rank, int from) {
        return stream.run(
                WaveKernel.WAVE,
                rank.now(0, from - 4, 12).in(),
                rank.next(0, from, 4).inOut(),
                Argument.of(12),
                Argument.of(12));
    }

    @Test
    void AC8_the_timeline_shows_every_kind_of_action() throws Exception {
        StringWriter drawing = new StringWriter();
        run("faulty", "64 32 32 --ranks 4 --rounds 1 --steps 4", drawing);
        String text = drawing.toString();
        for (String line :
                List.of(
                        "TWO_STREAMS",
                        "ONE_STREAM",
                        "rank 0 upper",
                        "rank 1 lower",
                        "rank 2 interior",
                        "rank 3 from below")) {
            assertTrue(text.contains(line), text);
        }
        System.out.println(text);
    }

    /** Reported, not asserted: what the makespans are where exchange outweighs the interior. */
    @Test
    void AC8_report_of_makespans_under_imposed_link_costs() throws Exception {
        Map<String, Object> figures =
                run("faulty", "64 64 64 --ranks 4 --rounds 5 --steps 10", new StringWriter())
                        .figures();
        System.out.println("AC-8 under imposed link costs: " + figures);
        assertEquals(0, figures.get("wrongRuns"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "64 64                       | three extents",
                "64 64 8                     | COLUMNS must be from 9",
                "64 64 64 --ranks 8          | 8 ranks has 8 planes",
                "64 64 64 --lower 3          | --lower must be from 4",
                "64 64 64 --steps 0          | --steps must be from 1",
                "4096 4096 4096              | too large",
                "64 64 64 --colour blue      | unknown option --colour"
            })
    void unusableArgumentsAreNamed(String arguments, String message) {
        ProgramException refused =
                assertThrows(
                        ProgramException.class,
                        () -> run("host", arguments.strip(), new StringWriter()));
        assertTrue(refused.getMessage().contains(message), refused::getMessage);
    }
}
