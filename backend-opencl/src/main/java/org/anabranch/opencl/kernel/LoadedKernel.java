package org.anabranch.opencl.kernel;

import org.anabranch.api.Piece;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.quirks.KernelVersions;
import org.anabranch.spi.DeviceException;

import java.lang.foreign.MemorySegment;

/** A kernel that is ready to run, with the arguments that the driver has from its last launch. */
public final class LoadedKernel {
    private final ClHandle handle;
    private final String name;
    private final ParameterTypes types;
    private final WorkGroups.Limits limits;
    private final RangeUse use;
    private final KernelVersions versions;

    /** The arguments that the driver's kernel has now, or null. Under the dispatcher's lock. */
    private KernelValues values;

    /** The last range, since programs run a kernel over the same one again and again. */
    private volatile Cut cut;

    private record Cut(Piece piece, WorkGroups groups) {}

    private final Twins twins;

    /** Of other programs with the same text, by kind of range. Guarded by this. */
    private final LoadedKernel[] others = new LoadedKernel[WorkGroups.KINDS];

    /** Makes kernels for ranges that this one must not run. */
    interface Twins {
        /** {@return the same kernel of another program} */
        LoadedKernel make(int kind) throws DeviceException;
    }

    /**
     * Takes ownership.
     *
     * @param types of the parameters of its function
     * @param limits of its work-groups
     * @param use the requirements of its code on a launch
     * @param versions of the kernel, or null if it may run anywhere at any time
     * @param twins makes kernels for other kinds of ranges, or null if this one suits all
     */
    LoadedKernel(
            ClHandle handle,
            String name,
            ParameterTypes types,
            WorkGroups.Limits limits,
            RangeUse use,
            KernelVersions versions,
            Twins twins) {
        this.versions = versions;
        this.twins = twins;
        this.handle = handle;
        this.name = name;
        this.types = types;
        this.limits = limits;
        this.use = use;
    }

    public ClHandle handle() {
        return handle;
    }

    /**
     * Gives the arguments of a launch to the driver's kernel, but for those that it has from its
     * last launch. Under the dispatcher's lock, so that no other launch comes between this and the
     * enqueue.
     *
     * @param scratch eight bytes
     */
    public void set(KernelValues next, MemorySegment scratch) throws OpenClException {
        KernelValues before = values;
        values = null;
        for (int i = 0; i < next.count(); i++) {
            if (before == null || !next.isSame(before, i)) {
                next.set(handle.value(), name, i, scratch);
            }
        }
        values = next;
    }

    /** {@return this or the one that is to run such a range; compiled at first use} */
    LoadedKernel forRange(WorkGroups groups) throws DeviceException {
        int kind = twins == null || groups == null ? 0 : groups.kind();
        if (kind == 0) {
            return this;
        }
        synchronized (this) {
            if (others[kind] == null) {
                others[kind] = twins.make(kind);
            }
            return others[kind];
        }
    }

    /** Gives the driver's kernels back. */
    public synchronized void release() {
        handle.release();
        for (LoadedKernel other : others) {
            if (other != null) {
                other.handle.release();
            }
        }
    }

    /** {@return the coordination of this kernel's launches, or null} */
    KernelVersions versions() {
        return versions;
    }

    String name() {
        return name;
    }

    int arguments() {
        return types.count();
    }

    ParameterTypes types() {
        return types;
    }

    /** {@return the requirements of its code on a launch} */
    RangeUse use() {
        return use;
    }

    /** {@return the work-groups for a piece, null if it is empty} */
    WorkGroups groups(Piece piece) throws DeviceException {
        Cut last = cut;
        if (last != null && last.piece.equals(piece)) {
            return last.groups;
        }
        WorkGroups groups =
                piece.size() == 0 ? null : WorkGroups.of(piece, limits, use.range() != null);
        cut = new Cut(piece, groups);
        return groups;
    }
}
