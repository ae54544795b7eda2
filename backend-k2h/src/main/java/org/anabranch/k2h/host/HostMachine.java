package org.anabranch.k2h.host;

import org.anabranch.api.Finish;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.protocol.ArmCpu;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.time.VirtualTimeline;
import org.anabranch.spi.PlatformFactory;

/**
 * A run of a program on the production scheduler in simulated time. Each worker is an ARM core of
 * the board; memory, cache and prices are the model's, tasks and scopes the platform's.
 */
public final class HostMachine {
    static final Core CORE = new Core(Side.ARM, 0, 0);

    final Image image;
    final Platform platform;
    final SharedMemory memory;
    final long[] globals = new long[ArmCpu.GLOBALS];
    final PendingCharges owed;
    final LineCache cache;
    private final VirtualTimeline timeline;
    private long begun;
    private long ended;
    private long tasks;
    private long order;

    /**
     * The results of a run.
     *
     * @param nanos from the start of the main function to its end
     * @param tasks number of tasks that were run
     * @param steals number of tasks that workers stole from each other
     * @param order a hash of the begin of each task and its worker
     * @param late number of workers that entered unannounced, so that the run may not be
     *     reproducible
     * @param escapes how often a worker was silent for seconds, and others ran meanwhile
     */
    public record Report(long nanos, long tasks, long steals, long order, int late, int escapes) {}

    private HostMachine(Image image, Platform platform, VirtualTimeline timeline, Board board) {
        this.image = image;
        this.platform = platform;
        this.timeline = timeline;
        this.memory = new SharedMemory(board);
        this.owed = new PendingCharges(board.prices(), timeline);
        this.cache =
                new LineCache(
                        memory,
                        owed,
                        new CoreTrace(RuntimeOptions.Tracing.OFF),
                        null,
                        board.arm().cache(),
                        false);
    }

    /**
     * Runs a program to its end.
     *
     * @param factory of the scheduler
     * @param options of the board: its ARM cores are the workers
     * @param seed of the variation of charges, by up to 5 % either way
     * @param image of the program
     * @param main the main function
     * @return the results
     * @throws K2hException if the calling thread is interrupted, or the board has DSPs
     */
    public static Report run(
            PlatformFactory factory, RuntimeOptions options, long seed, Image image, Code main) {
        if (options.dsps() > 0) {
            throw new K2hException.Program(
                    "the workers of the scheduler are ARM cores: the board must have no DSPs, not "
                            + options.dsps());
        }
        int workers = options.arms();
        Board board = options.board();
        VirtualTimeline timeline = VirtualTimeline.onCores(board.prices(), 0, workers, seed);
        try (PlatformFactory.Session session = factory.start(workers, timeline)) {
            HostMachine machine = new HostMachine(image, session.platform(), timeline, board);
            machine.run(main);
            return machine.report(session.monitor());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new K2hException("interrupted while simulating", interrupted);
        }
    }

    private void run(Code main) throws InterruptedException {
        timeline.awaitQuiet();
        try (Finish finish = platform.finish()) {
            finish.async(
                    () -> {
                        begun = timeline.nanos();
                        new HostCpu(this, finish).run(main, new long[0]);
                        ended = timeline.nanos();
                    });
        }
        timeline.awaitQuiet();
    }

    private Report report(Monitor monitor) {
        long steals =
                monitor.domains().stream().mapToLong(Monitor.DomainReport::stolenLocally).sum();
        return new Report(ended - begun, tasks, steals, order, timeline.late(), timeline.escapes());
    }

    void run(Function function, long[] arguments, Finish scope) {
        tasks++;
        order = order * 31 + timeline.nanos();
        order = order * 31 + Thread.currentThread().getName().hashCode();
        new HostCpu(this, scope).run((Code) function.arm(), arguments);
    }
}
