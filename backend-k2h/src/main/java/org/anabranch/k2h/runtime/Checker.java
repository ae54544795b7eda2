package org.anabranch.k2h.runtime;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.ArmAddresses;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.DescriptorRegion;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.OperandScope;
import org.anabranch.k2h.protocol.TaskWatch;
import org.anabranch.k2h.run.Finding;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * A checker of cache coherence: compares every access with a golden copy, the memory as it would be
 * if caches were coherent. A read that differs is stale. A write-back that changes correct bytes is
 * false sharing: the line contained old values of another core's bytes. Values are compared, so
 * writing the same value is no finding, and race-free programs have no false positives.
 * Thread-safe.
 */
public final class Checker implements TaskWatch {
    private static final int AT_MOST = 1000;

    private final SharedMemory memory;
    private final Map<MemoryBlock, byte[]> golden = new ConcurrentHashMap<>();
    private final Map<Core, Deque<Entered>> tasks = new ConcurrentHashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final List<Finding> findings = new ArrayList<>();
    private IntFunction<OperandScope> scopes = id -> OperandScope.NONE;

    private final Map<Descriptor, Holder> holders = new ConcurrentHashMap<>();

    /**
     * The last writer of each dirty line, which is written back later, in another task or in none.
     */
    private final Map<DirtyLine, Holder> writers = new ConcurrentHashMap<>();

    private record Holder(Core core, String task) {}

    /** A line of a DSP's cache, or of that of all ARM cores (null). */
    private record DirtyLine(Core dsp, long address) {
        static DirtyLine of(Core core, long address) {
            return new DirtyLine(core.isDsp() ? core : null, address);
        }
    }

    private record Entered(String name, int scope) {}

    /**
     * Creates a checker.
     *
     * @param memory to observe
     */
    public Checker(SharedMemory memory) {
        this.memory = memory;
    }

    /**
     * Sets the lookup of declared operands.
     *
     * @param lookup from the number of a scope
     */
    public void scopes(IntFunction<OperandScope> lookup) {
        scopes = lookup;
    }

    @Override
    public void enter(Core core, String function, int scope) {
        stack(core).push(new Entered(function, scope));
    }

    @Override
    public void leave(Core core) {
        stack(core).pop();
    }

    private Deque<Entered> stack(Core core) {
        return tasks.computeIfAbsent(core, c -> new ArrayDeque<>());
    }

    private byte[] copy(MemoryBlock block) {
        return golden.computeIfAbsent(block, b -> new byte[Math.toIntExact(b.bytes())]);
    }

    @Override
    public void read(Core core, long address, byte[] line, int at, int length) {
        MemoryBlock block = memory.at(address);
        byte[] right = copy(block);
        int start = (int) (address - block.address());
        for (int i = 0; i < length; i++) {
            if (line[at + i] != right[start + i]) {
                add(
                        Finding.Kind.STALE_READ,
                        core,
                        address + i,
                        "read " + line[at + i] + ", last written was " + right[start + i]);
                return;
            }
        }
    }

    @Override
    public void written(Core core, long address, byte[] line, int at, int length) {
        MemoryBlock block = memory.at(address);
        writers.put(DirtyLine.of(core, address - at), new Holder(core, name(core)));
        System.arraycopy(line, at, copy(block), (int) (address - block.address()), length);
        Entered task = stack(core).peek();
        if (task != null && !declared(task.scope, address, length)) {
            add(
                    Finding.Kind.UNDECLARED_WRITE,
                    core,
                    address,
                    "no operand declared as written holds these " + length + " bytes");
        }
    }

    private boolean declared(int scope, long address, int length) {
        OperandScope known = scopes.apply(scope);
        if (known == null) {
            return false;
        }
        for (Operand operand : known.operands()) {
            long start = operand.pointer() - SharedMemory.ARM_BASE;
            if (operand.written()
                    && address >= start
                    && address + length <= start + operand.bytes()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void back(Core core, long address, byte[] line, int length) {
        Holder writer = writer(core, address);
        MemoryBlock block = memory.at(address);
        if (block == null) {
            return;
        }
        byte[] right = copy(block);
        int start = (int) (address - block.address());
        for (int i = 0; i < length; i++) {
            byte before = block.backing().get(ValueLayout.JAVA_BYTE, start + i);
            if (before == right[start + i] && line[i] != right[start + i]) {
                add(
                        Finding.Kind.FALSE_SHARING,
                        writer.core,
                        writer.task,
                        address + i,
                        "write-back replaces " + before + " of another core by " + line[i]);
                return;
            }
        }
    }

    @Override
    public void dropped(Core core, long address) {
        Holder writer = writer(core, address);
        add(
                Finding.Kind.LOST_WRITE,
                writer.core,
                writer.task,
                address,
                "a dirty line was invalidated");
    }

    private Holder writer(Core core, long line) {
        Holder writer = writers.remove(DirtyLine.of(core, line));
        return writer == null ? new Holder(core, name(core)) : writer;
    }

    @Override
    public void handled(Core core, Descriptor descriptor) {
        holders.put(descriptor, new Holder(core, name(core)));
    }

    /**
     * Adds, at the end, the last owners of descriptors that are not in the pool.
     *
     * @param region of all descriptors
     */
    void misplaced(DescriptorRegion region) {
        for (Descriptor descriptor : region.descriptors()) {
            HardwareQueue queue = descriptor.queue();
            if (queue == null) {
                leak(Finding.Kind.DESCRIPTOR_LEAK, descriptor, " was kept");
            } else if (queue.id() != 0 || queue.manager() != 0) {
                leak(Finding.Kind.QUEUE_LEAK, descriptor, " is left in " + queue);
            }
        }
    }

    private void leak(Finding.Kind kind, Descriptor descriptor, String how) {
        Holder last = holders.getOrDefault(descriptor, new Holder(null, "the runtime"));
        add(kind, last.core, last.task, descriptor.address(), descriptor + how);
    }

    /** Reports that a core used an address that it cannot use. */
    public void trapped(Core core, K2hException.AddressTrap trap) {
        long address = trap.address();
        Finding.Kind kind =
                ArmAddresses.isDeque(address)
                        ? Finding.Kind.ARM_DEQUE
                        : ArmAddresses.isFinish(address)
                                ? Finding.Kind.ARM_FINISH
                                : Finding.Kind.FOREIGN_ADDRESS;
        add(kind, core, address, trap.getMessage());
    }

    private String name(Core core) {
        Entered task = stack(core).peek();
        return task == null ? "main" : task.name;
    }

    /**
     * Adds a finding; one per kind, task and line is kept.
     *
     * @param core the core, or null
     * @param address of the byte, or 0
     * @param detail for people
     */
    public void add(Finding.Kind kind, Core core, long address, String detail) {
        add(kind, core, core == null ? "the runtime" : name(core), address, detail);
    }

    private void add(Finding.Kind kind, Core core, String name, long address, String detail) {
        long line = address / SharedMemory.LINE * SharedMemory.LINE;
        synchronized (findings) {
            if (findings.size() < AT_MOST && seen.add(kind + name + line)) {
                findings.add(new Finding(kind, String.valueOf(core), name, address, line, detail));
            }
        }
    }

    /** {@return the findings so far} */
    public List<Finding> findings() {
        synchronized (findings) {
            return List.copyOf(findings);
        }
    }
}
