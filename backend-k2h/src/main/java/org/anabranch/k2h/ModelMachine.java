package org.anabranch.k2h;

import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.FreePace;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.protocol.SerialCpu;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunFailedException;
import org.anabranch.k2h.run.RunPace;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.k2h.time.VirtualPace;
import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.service.component.annotations.Component;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The machine service: each run has a simulated machine of its own. */
@Component
public final class ModelMachine implements Machine {
    /** The relative variation of charges, in either direction. */
    private static final double JITTER = 0.05;

    @Override
    public RunReport run(Program.Run run, RuntimeOptions options, RunPace time) {
        Image image = image(run);
        Pace pace =
                time.virtual()
                        ? new VirtualPace(options.board().prices(), time.seed(), JITTER, 0)
                        : new FreePace(time.seed(), 0);
        HybridRuntime runtime = new HybridRuntime(options, pace, image);
        runtime.start(SerialCpu.main(run, options));
        return end(runtime, pace);
    }

    /** Returns the program's image; the only call into the program outside of its cores. */
    private static Image image(Program.Run run) {
        try {
            Image image = run.image();
            if (!image.loaded()) {
                image.load(List.of());
            }
            return image;
        } catch (RuntimeException | Error broken) {
            throw new RunFailedException(
                    "the program has no image: " + ForeignThrowables.text(broken),
                    broken,
                    List.of());
        }
    }

    /** Waits on another thread than the caller's, which may be interrupted. */
    private static RunReport end(HybridRuntime runtime, Pace pace) {
        FutureTask<RunReport> end = new FutureTask<>(runtime::join);
        Thread.ofVirtual().name("k2h end").start(end);
        try {
            return end.get();
        } catch (InterruptedException stopped) {
            pace.stop("the run was interrupted");
            Thread.currentThread().interrupt();
            throw new RunFailedException("the run was interrupted", stopped, runtime.findings());
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof K2hException model) {
                throw new RunFailedException(model.getMessage(), model, runtime.findings());
            }
            throw new RunFailedException(
                    "the model failed: " + ForeignThrowables.text(cause),
                    cause,
                    runtime.findings());
        }
    }
}
