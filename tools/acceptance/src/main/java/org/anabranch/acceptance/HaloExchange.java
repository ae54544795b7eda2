package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Job;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * AC-8: the stencil of order 8 on 1 to 4 ranks, with two streams a rank and with one. The program
 * is the job {@code halo} of the examples, which compares every bit with the undivided grid.
 */
final class HaloExchange {
    private HaloExchange() {}

    static void run(BundleContext context, Ground ground) throws Exception {
        Job job = job(context);
        String grid = ground.paper() ? "256 128 128 --steps 50" : "53 18 21 --steps 6";
        for (int ranks = 1; ranks <= 4; ranks++) {
            List<String> arguments = new ArrayList<>(List.of(grid.split(" ")));
            arguments.addAll(List.of("--rounds", "1", "--ranks", Integer.toString(ranks)));
            StringWriter drawing = new StringWriter();
            Job.Report report =
                    job.run(
                            ground.platform(),
                            ground.domains(),
                            arguments,
                            new PrintWriter(drawing));
            assertTrue(report.verified(), report.verification());
            assertEquals(0, report.figures().get("wrongRuns"));
            String lastRank = "rank " + (ranks - 1) + " interior";
            assertTrue(drawing.toString().contains(lastRank), drawing::toString);
        }
    }

    private static Job job(BundleContext context) throws InvalidSyntaxException {
        for (ServiceReference<Job> reference : context.getServiceReferences(Job.class, null)) {
            Job job = context.getService(reference);
            if (job != null && job.name().equals("halo")) {
                return job;
            }
        }
        throw new IllegalStateException(
                "the bundle of the examples, with the job halo, is missing");
    }
}
