package org.anabranch.k2h.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunPace;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * The runs of a program that a request asks for.
 *
 * @param model the machine with the paper's scheduler
 * @param product the machine with the production scheduler, or null
 */
record ProgramRuns(RunRequest request, Program program, Machine model, Machine product) {
    ProgramRuns {
        if (request.product && product == null) {
            throw new ProgramException(
                    "--scheduler anabranch needs the bundle org.anabranch.scheduler, which is not"
                            + " there");
        }
    }

    /** Runs the program once on each number of workers, with the scheduler of the request. */
    List<ProgramOutcome> outcomes() {
        Machine machine = request.product ? product : model;
        return request.workers.stream()
                .map(count -> outcome(machine, request.options(count), request.seeds.getFirst()))
                .toList();
    }

    /** Runs the program with each seed. */
    List<RunReport> reports(Machine machine, RuntimeOptions options) {
        return request.seeds.stream().map(seed -> right(machine, options, seed)).toList();
    }

    /** Returns the mean nanoseconds of the serial elision on one ARM core. */
    double serialNanos() {
        RuntimeOptions one = RuntimeOptions.on(request.board, 1).serial();
        return request.seeds.stream()
                .mapToDouble(seed -> right(model, one, seed).nanos())
                .average()
                .orElseThrow();
    }

    private RunReport right(Machine machine, RuntimeOptions options, long seed) {
        ProgramOutcome outcome = outcome(machine, options, seed);
        outcome.check(request.title());
        return outcome.report();
    }

    private ProgramOutcome outcome(Machine machine, RuntimeOptions options, long seed) {
        Program.Run run = ProgramCalls.prepare(program, request.arguments);
        try {
            RunReport report = machine.run(run, options, new RunPace(request.virtual, seed));
            return new ProgramOutcome(options, report, ProgramCalls.verify(run));
        } catch (K2hException failed) {
            if (Thread.interrupted()) {
                throw new CancellationException("the run was cancelled");
            }
            throw new AnabranchException(
                    "%s, %s workers: %s"
                            .formatted(
                                    request.title(),
                                    ProgramOutcome.workers(options),
                                    failed.getMessage()),
                    failed);
        }
    }
}
