package org.anabranch.k2h.host;

import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.protocol.SerialCpu;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunFailedException;
import org.anabranch.k2h.run.RunPace;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.Timeline;
import org.anabranch.spi.PlatformFactory;
import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.List;

/**
 * The machine service that runs programs on the production scheduler, in simulated time and on ARM
 * cores only. It counts only tasks and steals, and reports their sums for the first core.
 */
@Component(property = {"scheduler=anabranch", "service.ranking:Integer=-1"})
public final class ProductMachine implements Machine {
    private final PlatformFactory factory;

    /**
     * Creates the service.
     *
     * @param factory of the scheduler
     */
    @Activate
    public ProductMachine(@Reference PlatformFactory factory) {
        this.factory = factory;
    }

    @Override
    public RunReport run(Program.Run run, RuntimeOptions options, RunPace pace) {
        if (!pace.virtual()
                || options.checked()
                || options.tracing() != RuntimeOptions.Tracing.OFF) {
            throw new RunFailedException(
                    "the scheduler of the product runs programs in simulated time only, without"
                            + " checker and timeline",
                    null,
                    List.of());
        }
        try {
            Image image = run.image();
            if (!image.loaded()) {
                image.load(List.of());
            }
            return report(
                    HostMachine.run(
                            factory, options, pace.seed(), image, SerialCpu.main(run, options)));
        } catch (K2hException failed) {
            throw new RunFailedException(failed.getMessage(), failed, List.of());
        } catch (RuntimeException | Error failed) {
            throw new RunFailedException(
                    "the program failed: " + ForeignThrowables.text(failed), failed, List.of());
        }
    }

    private static RunReport report(HostMachine.Report host) {
        if (host.late() + host.escapes() > 0) {
            throw new K2hException("the simulation was not in hand: " + host);
        }
        CoreStatistics sum = new CoreStatistics();
        sum.tasks = host.tasks();
        sum.localSteals = host.steals();
        return new RunReport(
                host.nanos(),
                List.of(sum),
                1,
                List.of(),
                new Timeline(List.of(), List.of(), 0, host.nanos()),
                List.of());
    }
}
