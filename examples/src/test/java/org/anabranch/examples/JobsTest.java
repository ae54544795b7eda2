package org.anabranch.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.examples.add.ArrayAddition;
import org.anabranch.examples.fixture.EmbeddedPlatform;
import org.anabranch.examples.nbody.GravitySimulation;
import org.anabranch.examples.product.MatrixProduct;
import org.anabranch.examples.series.FourierSeries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The jobs on the real scheduler. Only the domains change, never the program (HST-2). */
@Timeout(120)
class JobsTest {
    private static EmbeddedPlatform embedded;

    @BeforeAll
    static void start() {
        embedded = new EmbeddedPlatform();
    }

    @AfterAll
    static void stop() {
        embedded.close();
    }

    private static Job.Report run(Job job, String domains, String line) throws Exception {
        PrintWriter progress = new PrintWriter(new StringWriter());
        Job.Report report =
                job.run(
                        embedded.platform(),
                        embedded.domains(domains),
                        List.of(line.split(" ")),
                        progress);
        assertTrue(report.verified(), report.verification());
        return report;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host",
                "reference:0",
                "reference:0,reference:7",
                "host,reference:0",
                "host,reference:0,reference:7"
            })
    void hst2EveryJobIsRightOnEverySetOfDomains(String domains) throws Exception {
        run(new ArrayAddition(), domains, "10007 --tile 100");
        run(new ArrayAddition(), domains, "1");
        run(new MatrixProduct(), domains, "97 45 130 --tile 32");
        run(new MatrixProduct(), domains, "20 --tile 999");
        run(new GravitySimulation(), domains, "--steps 1000");
        run(new GravitySimulation(), domains, "--bodies 100 --steps 5 --tile 7");
        run(new FourierSeries(), domains, "20 --tile 3");
        run(new FourierSeries(), domains, "3 --rule jgf");
    }

    @ParameterizedTest
    @CsvSource({"host", "'host,reference:0,reference:7'"})
    void ac4ProductOfItsShapeIsRight(String domains) throws Exception {
        Job.Report report = run(new MatrixProduct(), domains, "1000 1500 2000 --tile 500");
        assertEquals(2L * 4 * 3, report.figures().get("actions"));
        assertEquals(6e9, report.flops());
    }

    @Test
    void kernelsAreFoundByNameAndNamesAreUnique() {
        Set<String> names = new HashSet<>();
        List<Kernel> kernels = new ExampleKernels().kernels();
        embedded.offer(new ExampleKernels());
        for (Kernel kernel : kernels) {
            assertTrue(names.add(kernel.name()), kernel.name());
            assertSame(kernel, embedded.platform().kernel(kernel.name()).orElseThrow());
        }
        assertSame(kernels, new ExampleKernels().kernels());
    }
}
