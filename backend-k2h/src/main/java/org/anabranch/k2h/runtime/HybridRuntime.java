package org.anabranch.k2h.runtime;

import org.anabranch.k2h.arm.ArmSide;
import org.anabranch.k2h.arm.ArmWorker;
import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.CacheShape;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.dsp.DspVariables;
import org.anabranch.k2h.dsp.DspWorker;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.DescriptorRegion;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueueFabric;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.machine.UncachedWords;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.protocol.ArmCpu;
import org.anabranch.k2h.protocol.DescriptorPool;
import org.anabranch.k2h.protocol.FreeFlags;
import org.anabranch.k2h.protocol.Instruments;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.protocol.TaskWatch;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.Finding;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.TraceEvent;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One run of a program on the machine: boot (K2H-B1), main on ARM core 0, all others thieves
 * (K2H-B2), and the check of the conservation laws at the end (K2H-S7). The pace determines if it
 * runs in the host's or in simulated time.
 */
public final class HybridRuntime {
    private final RuntimeOptions options;
    private final Pace pace;
    private final Image image;
    private final SharedMemory memory;
    private final QueueFabric fabric;
    private final CoreTrace trace;
    private final Checker checker;
    private final Instruments instruments;
    private final Queue<K2hException> faults = new ConcurrentLinkedQueue<>();
    private final List<Core> cores = new ArrayList<>();
    private final List<MemoryCpu> cpus = new ArrayList<>();
    private final long[] armGlobals = new long[ArmCpu.GLOBALS];
    private final DspVariables dspVariables;
    private DescriptorRegion region;
    private SharedBoard board;
    private ArmSide side;
    private volatile double begun;
    private volatile double ended;

    /**
     * Creates a machine.
     *
     * @param pace its clock, unused
     */
    public HybridRuntime(RuntimeOptions options, Pace pace, Image image) {
        this.options = options;
        this.image = image;
        this.memory = new SharedMemory(options.board());
        this.fabric = new QueueFabric(options.board().queues());
        this.trace = new CoreTrace(options.tracing());
        this.pace = pace;
        this.checker = options.checked() ? new Checker(memory) : null;
        this.instruments = new Instruments(trace, this::fault, checker);
        this.dspVariables = new DspVariables(Math.max(1, options.dsps()));
    }

    /**
     * Runs a program to its end.
     *
     * @param main the code for ARM core 0
     * @return the results
     * @throws K2hException if a task threw, or a conservation law was violated
     */
    public static RunReport run(RuntimeOptions options, Pace pace, Image image, Code main) {
        HybridRuntime runtime = new HybridRuntime(options, pace, image);
        runtime.start(main);
        return runtime.join();
    }

    /**
     * Starts all cores; ARM core 0 boots the machine and runs the program.
     *
     * @param main the code for ARM core 0; when it returns, the machine stops
     */
    public void start(Code main) {
        List<Runnable> bodies = new ArrayList<>();
        for (int i = 0; i < options.arms() + options.dsps(); i++) {
            boolean dsp = i >= options.arms();
            cores.add(new Core(dsp ? Side.DSP : Side.ARM, dsp ? i - options.arms() : i, i));
        }
        boot();
        for (Core core : cores) {
            if (core.isDsp()) {
                bodies.add(((DspWorker) cpus.get(core.index()))::steal);
            } else if (core.number() > 0) {
                bodies.add(((ArmWorker) cpus.get(core.index()))::steal);
            } else {
                bodies.add(() -> main(main));
            }
        }
        trace.start(pace::nanos);
        pace.start(cores, bodies);
    }

    private void boot() {
        Core first = cores.getFirst();
        trace.add(first, TraceEvent.What.ARM_INIT, "runtime");
        MemoryBlock descriptors =
                memory.allocate(Bank.MSMC, (long) options.descriptors() * Board.DESCRIPTOR_BYTES);
        region = new DescriptorRegion(descriptors, options.descriptors(), Message.WORDS);
        for (int manager = 0; manager < options.board().queues().managers(); manager++) {
            fabric.register(manager, region);
        }
        board = board(new DescriptorPool(fabric.open(0), region, pace, cores.size()));
        side = new ArmSide(board, options, memory, instruments);
        if (checker != null) {
            checker.scopes(side::scope);
        }
        LineCache shared = cache(options.board().arm().cache(), false);
        for (Core core : cores) {
            if (!core.isDsp()) {
                boolean queued = options.armTasks() != RuntimeOptions.ArmTasks.WS_DEQUE;
                side.addStore(
                        queued ? fabric.open(options.board().queues().managers() - 1) : null,
                        pace,
                        image);
                cpus.add(new ArmWorker(core, pace, shared, image, side, armGlobals));
            }
        }
        trace.add(first, TraceEvent.What.QUEUES_ALLOCATED, fabric.open().size());
        for (Core core : cores) {
            if (core.isDsp()) {
                cpus.add(dsp(core));
            }
        }
        trace.add(first, TraceEvent.What.IMAGE_LOADED, "DSP image");
    }

    private DspWorker dsp(Core core) {
        LineCache own = cache(options.board().dsp().cache(), options.writeThrough());
        return new DspWorker(core, pace, own, image, dspVariables, options, instruments);
    }

    private LineCache cache(CacheShape shape, boolean writeThrough) {
        return new LineCache(memory, pace, trace, checker, shape, writeThrough);
    }

    private SharedBoard board(DescriptorPool pool) {
        List<HardwareQueue> tasks = new ArrayList<>();
        List<HardwareQueue> pinned = new ArrayList<>();
        HardwareQueue sq1 = fabric.open(0);
        HardwareQueue sq2 = fabric.open(0);
        HardwareQueue sq3 = fabric.open(0);
        for (int i = 0; i < options.dsps(); i++) {
            tasks.add(fabric.open(0));
            pinned.add(fabric.open(0));
        }
        return new SharedBoard(
                pool,
                sq1,
                sq2,
                sq3,
                tasks,
                pinned,
                new FreeFlags(options.dsps()),
                new UncachedWords(1));
    }

    private void main(Code main) {
        ArmWorker first = (ArmWorker) cpus.getFirst();
        if (options.dsps() > 0) {
            trace.add(cores.getFirst(), TraceEvent.What.QUEUES_PASSED, "DSP 0");
            dspVariables.pass(board);
            pace.tell(Side.DSP);
        }
        first.prepare();
        begun = pace.nanos(cores.getFirst());
        first.main(main);
        ended = pace.nanos(cores.getFirst());
        board.stop().put(0, 1);
        pace.tell(Side.ARM);
        pace.tell(Side.DSP);
    }

    private void fault(Core core, String function, Throwable thrown) {
        if (checker != null && thrown instanceof K2hException.AddressTrap trap) {
            checker.trapped(core, trap);
        }
        String what = function + " failed on " + core + ": " + ForeignThrowables.text(thrown);
        faults.add(new K2hException(what, thrown));
    }

    /**
     * Waits for the end.
     *
     * @return the results
     * @throws K2hException if a task threw, or a conservation law was violated
     */
    public RunReport join() {
        pace.join();
        List<String> broken = new Conservation(board, fabric, side, cpus).broken();
        if (checker != null) {
            checker.misplaced(region);
        }
        List<CoreStatistics> counts = cpus.stream().map(MemoryCpu::statistics).toList();
        shutDown(broken);
        RunReport report =
                new RunReport(
                        ended - begun,
                        counts,
                        options.arms(),
                        trace.events(),
                        trace.timeline(cores, begun, ended),
                        findings());
        if (faults.isEmpty() && !broken.isEmpty()) {
            throw new K2hException("not conserved: " + String.join("; ", broken));
        }
        K2hException failure = faults.poll();
        if (failure != null) {
            faults.forEach(failure::addSuppressed);
            throw failure;
        }
        return report;
    }

    private void shutDown(List<String> broken) {
        if (broken.isEmpty()) {
            for (HardwareQueue queue : fabric.open()) {
                while (queue.pop() != null) {
                    // The pool's descriptors go with their region.
                }
                fabric.close(queue);
            }
        }
        for (MemoryBlock block : memory.blocks()) {
            memory.free(block);
        }
    }

    /** {@return the findings of the checker so far, also of a failed run} */
    public List<Finding> findings() {
        return checker == null ? List.of() : checker.findings();
    }

    /** {@return the checker, or null if it is off} */
    public TaskWatch watch() {
        return checker;
    }

    /** {@return MSMC and DDR} */
    public SharedMemory memory() {
        return memory;
    }

    /** {@return the queue managers} */
    public QueueFabric fabric() {
        return fabric;
    }

    /** {@return the state shared by both sides} */
    public SharedBoard board() {
        return board;
    }

    /** {@return the cores, ARM first} */
    public List<MemoryCpu> cpus() {
        return List.copyOf(cpus);
    }
}
