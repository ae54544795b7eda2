package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.util.List;

/**
 * The monitoring service for operators' tools: snapshots of the state of all programs in the
 * framework.
 */
@ProviderType
public interface Monitor {

    /**
     * The work of one domain since it was added.
     *
     * @param domain the domain; its state is the current one, even if the device was opened after
     *     the report was made
     * @param actions actions and tasks that ended there
     * @param failed those of them that failed
     * @param queued actions that are ready or running there now
     * @param stolenLocally tasks that its workers stole from each other
     * @param stolenAway pieces that other domains stole from it
     * @param stolenHere pieces that it stole from others
     * @param bytesIn bytes transferred to it
     * @param bytesOut bytes transferred from it
     * @param transfersIn transfers to it
     * @param transfersOut transfers from it
     * @param busyNanos time during which operations ran there, summed over lanes or workers
     * @param instanceBytes memory of buffers there now
     */
    record DomainReport(
            Domain domain,
            long actions,
            long failed,
            long queued,
            long stolenLocally,
            long stolenAway,
            long stolenHere,
            long bytesIn,
            long bytesOut,
            long transfersIn,
            long transfersOut,
            long busyNanos,
            long instanceBytes) {}

    /**
     * The work of one program in one domain, since the program got its platform, including actions
     * that run after the end of the platform.
     *
     * @param domain the domain
     * @param actions actions that ended there
     * @param failed those of them that failed
     * @param stolenLocally tasks of the program that workers there stole from each other
     * @param stolenAway pieces that other domains stole from it
     * @param stolenHere pieces that it stole from others
     * @param bytesIn bytes of the program's buffers transferred to it
     * @param bytesOut bytes of the program's buffers transferred from it
     * @param transfersIn transfers to it
     * @param transfersOut transfers from it
     * @param busyNanos time during which operations ran there, summed over lanes or workers
     */
    record WorkReport(
            Domain domain,
            long actions,
            long failed,
            long stolenLocally,
            long stolenAway,
            long stolenHere,
            long bytesIn,
            long bytesOut,
            long transfersIn,
            long transfersOut,
            long busyNanos) {}

    /**
     * A stream.
     *
     * @param id its number
     * @param owner the bundle that opened it
     * @param domain id of its domain, or {@code any}
     * @param options order, failure, transfers
     * @param pending actions not settled
     * @param enqueued actions enqueued so far
     */
    record StreamReport(
            int id,
            String owner,
            String domain,
            StreamOptions options,
            long pending,
            long enqueued) {}

    /**
     * A buffer.
     *
     * @param name its name
     * @param owner the bundle that created it
     * @param shape element type and extents
     * @param validBytes for each domain with an instance, bytes valid there
     */
    record BufferReport(String name, String owner, Shape shape, List<Valid> validBytes) {}

    /**
     * Part of a buffer report.
     *
     * @param domain id of a domain
     * @param bytes bytes valid there
     */
    record Valid(String domain, long bytes) {}

    /**
     * The activity of a worker of the host.
     *
     * @param worker its name: {@code worker-} and the number of its lane in the log, or {@code
     *     spare-} and that of the processor for a compensation worker
     * @param activity the task or kernel that it runs, or that it is idle
     * @param tasks number of tasks that it has ended
     * @param steals number of tasks that it stole
     * @param queued number of tasks in its deque
     */
    record WorkerReport(String worker, String activity, long tasks, long steals, long queued) {}

    /**
     * A backend that is installed.
     *
     * @param name of its class, for people
     * @param looking true while it searches for its devices, or before it has begun to: its devices
     *     may not be known yet
     * @param trouble why its last search for devices failed; empty if it succeeded
     * @param refused devices that were found but could not be opened at the last attempt. They are
     *     domains in state {@link Domain.State#ADDED}; further attempts follow
     */
    record BackendReport(
            String name, boolean looking, String trouble, List<RefusedDevice> refused) {}

    /**
     * A device that could not be opened, as part of the report on its backend.
     *
     * @param domain id of the domain that it is to become
     * @param reason why it could not be opened, in one line
     * @param tries number of failed attempts in a row
     */
    record RefusedDevice(String domain, String reason, int tries) {}

    /**
     * A stalled kernel or task: it runs for longer than the limit and has not ended.
     *
     * @param domain where it runs
     * @param what the kernel or task, with the line that enqueued it if that is known
     * @param nanos how long it has run, as far as observed
     */
    record StallReport(Domain domain, String what, long nanos) {}

    /**
     * Returns the kernels and tasks that have run for longer than the setting {@code stallMillis}
     * (ten seconds by default) and have not ended. Each is also logged once.
     *
     * @return the stalled kernels and tasks
     */
    default List<StallReport> stalls() {
        return List.of();
    }

    /**
     * The times of a kernel in a domain, over the last timed runs, at most 32. Runs whose sizes are
     * within a power of two are counted together.
     *
     * @param kernel its name
     * @param domain id of the domain, which may be gone
     * @param bytes of all operands together, in the last run
     * @param indices number of indices in the last run; 0 if it was no loop
     * @param runs number of runs; an estimate for runs below some ten microseconds, of which only a
     *     sample is timed
     * @param meanNanos mean time, summed over the workers that shared a run
     * @param medianNanos median time
     * @param highNanos 95th percentile of the time
     * @param kept true if all of these runs were in earlier processes, none in this one
     */
    record KernelReport(
            String kernel,
            String domain,
            long bytes,
            long indices,
            long runs,
            long meanNanos,
            long medianNanos,
            long highNanos,
            boolean kept) {}

    /**
     * Returns the measured kernel times, on which the placement of actions that are bound to no
     * domain is based.
     *
     * @return by kernel, size and domain
     */
    default List<KernelReport> kernels() {
        return List.of();
    }

    /** {@return the installed backends} */
    List<BackendReport> backends();

    /** {@return all domains, including those being added or removed} */
    List<DomainReport> domains();

    /**
     * Returns the work of one program. A bundle that has several platforms, through {@code
     * org.osgi.framework.ServiceObjects}, has as many programs.
     *
     * @param program the platform of the program
     * @return its work in each of {@link #domains}, in the same order
     * @throws IllegalArgumentException if the platform is not one of this framework
     */
    List<WorkReport> work(Platform program);

    /** {@return all open streams} */
    List<StreamReport> streams();

    /** {@return all open buffers} */
    List<BufferReport> buffers();

    /** {@return the workers of the host} */
    List<WorkerReport> workers();
}
