package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.util.List;

/**
 * The service that operators' tools look through: snapshots of everything in the framework, of all
 * programs.
 */
@ProviderType
public interface Monitor {

    /**
     * Work of one domain since it came.
     *
     * @param domain the domain; its state is the present one, also when the device has opened since
     *     the report was made
     * @param actions actions and tasks ended there
     * @param failed of those, not well
     * @param queued actions ready or running there now
     * @param stolenLocally tasks that its workers took from each other
     * @param stolenAway pieces that other domains took from it
     * @param stolenHere pieces that it took from others
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
     * Work of one program in one domain, since the program got its platform. Actions that it left
     * to run after the end of its platform are counted, too.
     *
     * @param domain the domain
     * @param actions actions ended there
     * @param failed of those, not well
     * @param stolenLocally tasks of the program that workers there took from each other
     * @param stolenAway pieces that other domains took from it
     * @param stolenHere pieces that it took from others
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
     * @param owner the bundle that made it
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
     * What a worker of the host does.
     *
     * @param worker its name
     * @param activity what it runs, or that it idles
     * @param tasks tasks ended by it
     * @param steals tasks it took from others
     * @param queued tasks in its deque
     */
    record WorkerReport(String worker, String activity, long tasks, long steals, long queued) {}

    /**
     * A kind of hardware that is plugged in.
     *
     * @param name of its class, for people
     * @param looking whether it is looking for its devices now, or has not begun to: what it has
     *     may not be known yet
     * @param trouble why it did not find its devices when it looked last; empty if it did
     * @param refused devices that were found and did not open when they were tried last. They are
     *     domains in state {@link Domain.State#ADDED}, and are tried again
     */
    record BackendReport(
            String name, boolean looking, String trouble, List<RefusedDevice> refused) {}

    /**
     * Part of a report on a backend.
     *
     * @param domain id of the domain that it is to become
     * @param reason why it did not open, in one line
     * @param tries how often in a row that was
     */
    record RefusedDevice(String domain, String reason, int tries) {}

    /**
     * Something that runs and does not end.
     *
     * @param domain where
     * @param what the kernel or task, with the line that enqueued it if that is known
     * @param nanos how long it was seen to run
     */
    record StallReport(Domain domain, String what, long nanos) {}

    /**
     * What has run for longer than the setting {@code stallMillis} allows (ten seconds, if nobody
     * changed it) and has not ended. Each is also said in the log, once.
     *
     * @return what does not end now
     */
    default List<StallReport> stalls() {
        return List.of();
    }

    /**
     * What a kernel takes in a domain. Times are those of the last runs that were timed, at most
     * 32; sizes within a power of two count as one.
     *
     * @param kernel its name
     * @param domain id of the domain, which may be gone
     * @param bytes of all operands together, in the last run
     * @param indices that the last run ran over; 0 if it was no loop
     * @param runs how many there were; of runs below some ten microseconds about, since one in many
     *     is timed
     * @param meanNanos on average, summed over the workers that shared a run
     * @param medianNanos half took longer
     * @param highNanos one in twenty took longer
     * @param kept whether none of these runs was in this process, but all in earlier ones
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
     * What is known of what kernels take: placement of actions that are bound to no domain begins
     * with it.
     *
     * @return by kernel, size and domain
     */
    default List<KernelReport> kernels() {
        return List.of();
    }

    /** {@return the backends that are plugged in} */
    List<BackendReport> backends();

    /** {@return all domains, also those not yet active or going} */
    List<DomainReport> domains();

    /**
     * Tells the work of one program from that of all others. A bundle that has several platforms,
     * by {@code org.osgi.framework.ServiceObjects}, has as many programs.
     *
     * @param program the platform that the program has
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
