package org.anabranch.examples.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.SourceCode;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.examples.fixture.EmbeddedPlatform;
import org.anabranch.examples.product.MatrixProduct;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceRegistration;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class DenseDomainsTest {
    private static EmbeddedPlatform embedded;

    @BeforeAll
    static void start() {
        embedded = new EmbeddedPlatform();
    }

    @AfterAll
    static void stop() {
        embedded.close();
    }

    private static List<Domain> worthwhile(List<Domain> domains, StringWriter said) {
        return worthwhile(domains, TileKernels.DOUBLES.of(TileOperation.GEMM), said);
    }

    private static List<Domain> worthwhile(List<Domain> domains, Kernel most, StringWriter said) {
        return DenseDomains.worthwhile(
                embedded.platform(), domains, 1e12, most, new PrintWriter(said, true));
    }

    @Test
    void whatCannotRunTheKernelIsLeftOutUntried() {
        Kernel onHostAlone =
                Kernel.of("alone", Parameter.out("x"))
                        .with(NativeCode.onHost(Path.of("nowhere"), "f"));
        StringWriter said = new StringWriter();
        List<Domain> given = embedded.domains("twin:0,host");
        assertEquals(given.subList(1, 2), worthwhile(given, onHostAlone, said));
        assertEquals(
                "one processor under several names: host is used (no other has a format of alone)",
                said.toString().strip());
        Kernel nowhere =
                Kernel.of("nowhere", Parameter.out("x"))
                        .with(new SourceCode("unknown", "", "f", ""));
        assertEquals(given, worthwhile(given, nowhere, said));
    }

    @Test
    void ofOneProcessorUnderTwoNamesOneIsUsedAndTheOthersStay() {
        StringWriter said = new StringWriter();
        List<Domain> given = embedded.domains("reference:0,host,twin:0");
        List<Domain> used = worthwhile(given, said);
        assertEquals(2, used.size(), used::toString);
        assertEquals(given.get(0), used.get(0));
        assertTrue(given.subList(1, 3).contains(used.get(1)), used::toString);
        String line = "one processor under several names: %s is used (";
        assertTrue(said.toString().startsWith(line.formatted(used.get(1).id())), said::toString);
        assertTrue(said.toString().contains("GFLOP/s: host "), said::toString);
    }

    @Test
    void issue_25_littleWorkIsLeftToAHostWithABlasUntried() {
        StringWriter said = new StringWriter();
        List<Domain> used =
                DenseDomains.worthwhile(
                        embedded.platform(),
                        embedded.domains("twin:0,host"),
                        1e9,
                        TileKernels.DOUBLES.of(TileOperation.GEMM),
                        new PrintWriter(said, true));
        assertEquals(1, used.size());
        assertEquals(!Arithmetics.isNative(), said.toString().contains("GFLOP/s"), said::toString);
        assertTrue(used.getFirst().isHost() || !Arithmetics.isNative(), said::toString);
    }

    @Test
    void issue_25_whatIsFasterThanTheHostByMoreThanItCostsToMoveTheMatrixIsUsed() {
        Domain host = embedded.domains("host").get(0);
        Domain twin = embedded.domains("twin:0").get(0);
        assertEquals(host, DenseDomains.fastest(Map.of(host, 100.0, twin, 104.0)));
        assertEquals(twin, DenseDomains.fastest(Map.of(host, 100.0, twin, 106.0)));
        assertEquals(host, DenseDomains.fastest(Map.of(host, 100.0, twin, 60.0)));
    }

    /** Returns the number of actions of a product in its domains, besides its own. */
    private static long extra(String selectors) throws Exception {
        String n = Arithmetics.isNative() ? "1712" : "96"; // enough to be worth a trial
        Map<String, Long> before = embedded.actions();
        Job.Report report =
                new MatrixProduct()
                        .run(
                                embedded.platform(),
                                embedded.domains(selectors),
                                List.of(n),
                                new PrintWriter(new StringWriter()));
        assertTrue(report.verified(), report.verification());
        Map<String, Long> after = embedded.actions();
        long made = 0;
        for (String id : selectors.split(",")) {
            made += after.get(id) - before.getOrDefault(id, 0L);
        }
        return made - (long) report.figures().get("actions");
    }

    @Test
    void issue_25_aSecondJobMakesNoTrialUntilADeviceHasGoneAndComeBack() throws Exception {
        ServiceRegistration<Backend> guest = embedded.plugIn(EmbeddedPlatform.twin("guest:0"));
        String selectors = "guest:0,host";
        assertTrue(extra(selectors) > 0, "the first job tries");
        assertEquals(0, extra(selectors), "the second knows");
        int generation = embedded.domains("guest:0").getFirst().generation();
        guest.unregister();
        while (embedded.platform().domains().stream().anyMatch(one -> one.id().equals("guest:0"))) {
            Thread.onSpinWait();
        }
        guest = embedded.plugIn(EmbeddedPlatform.twin("guest:0"));
        try {
            assertEquals(generation + 1, embedded.domains("guest:0").getFirst().generation());
            assertTrue(extra(selectors) > 0, "another device has to show what it can");
            assertEquals(0, extra(selectors));
        } finally {
            guest.unregister();
        }
    }

    @Test
    void theFasterOneIsTriedForIfTheHostIsNotAmongThem() {
        StringWriter said = new StringWriter();
        List<Domain> twice =
                List.of(embedded.domains("twin:0").get(0), embedded.domains("twin:0").get(0));
        assertEquals(1, worthwhile(twice, said).size());
        assertTrue(said.toString().contains("GFLOP/s: twin:0 "), said::toString);
    }

    @Test
    void whatIsNotTheHostsProcessorIsUsed() {
        StringWriter said = new StringWriter();
        List<Domain> given = embedded.domains("host,reference:0");
        assertEquals(given, worthwhile(given, said));
        given = embedded.domains("twin:0,reference:7");
        assertEquals(given, worthwhile(given, said));
        assertEquals("", said.toString());
    }

    @Test
    void partsThatLeaveEachOtherTheirProcessorsAreUsed() {
        Domain part = embedded.platform().host().part(ProcessorMask.range(0, 1));
        StringWriter said = new StringWriter();
        List<Domain> given = List.of(part, part);
        int processors = embedded.platform().host().processors().count();
        assertEquals(processors > 1 ? given.size() : 1, worthwhile(given, said).size());
    }

    @Test
    void theHostsArithmeticIsNamed() {
        assertEquals(
                Arithmetics.describe(), DenseDomains.kernels(embedded.domains("host,reference:0")));
    }
}
