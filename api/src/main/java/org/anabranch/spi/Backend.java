package org.anabranch.spi;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.osgi.annotation.versioning.ConsumerType;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A kind of hardware: finds devices and opens them. Register it as a service; when the service is
 * unregistered, its domains are drained and its devices closed before the bundle has stopped. The
 * numbered rules are in the package documentation.
 */
@ConsumerType
public interface Backend {

    /**
     * Searches for devices. Called on a thread of the scheduler: at start, after a loss, and
     * repeatedly while a device cannot be opened. May take seconds. Until it returns, monitors show
     * the backend as searching.
     *
     * @return the descriptions of the devices, empty if there are none (rules 1.1, 1.2)
     */
    List<DeviceInfo> probe();

    /**
     * Opens a device, or part of one. Called on a thread of the scheduler, which tries again with
     * growing intervals, without an end, if a whole device cannot be opened. Parts and the whole
     * have separate memories, unless the whole says {@link Device#sharesMemoryWithParts}.
     *
     * @param info as returned by {@link #probe}
     * @param mask all of the device's processors, or some if it is divisible
     * @return the device, owned by the caller until it closes it
     * @throws DeviceException if it cannot be opened (rule 1.4)
     */
    Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException;

    /**
     * An open device: memory, and lanes that run operations in order. Submissions ({@link #write},
     * {@link #read}, {@link #run}) return without waiting for the operation, may come from any
     * thread, and report through their completion only (rules 2.1 to 2.9).
     */
    @ConsumerType
    interface Device extends AutoCloseable {

        /**
         * Loads a kernel. May take as long as a compiler does.
         *
         * @param kernel with code in a format of this device
         * @return a handle, to be passed to {@link #release}
         * @throws DeviceException if the format is unknown (rule 3.4) or the code does not build,
         *     with the build log
         */
        long load(Kernel kernel) throws DeviceException;

        /**
         * Allocates memory with arbitrary content, aligned to 128 bytes if the device has
         * addresses.
         *
         * @param bytes at least 1
         * @param kind one of the kinds of {@link DeviceInfo#memory}
         * @return a handle, to be passed to {@link #release}
         * @throws DeviceException if there is not that much (rule 3.2)
         */
        long allocate(long bytes, MemoryKind kind) throws DeviceException;

        /**
         * Frees memory or unloads a kernel that no operation in flight uses.
         *
         * @param handle from {@link #load} or {@link #allocate}
         */
        void release(long handle);

        /**
         * Copies from the host. Completes in order with other operations on the lane.
         *
         * @param order lane and predecessors
         * @param source host memory, which stays alive and unchanged until completion
         * @param from region of {@code source}
         * @param to memory of this device, a region of the same extents
         * @param completion called at the end
         */
        void write(Order order, MemorySegment source, Region from, Slice to, Completion completion);

        /**
         * Copies to the host. Completes in order with other operations on the lane.
         *
         * @param order lane and predecessors
         * @param from memory of this device
         * @param target host memory, which stays alive until completion
         * @param to region of {@code target} of the same extents
         * @param completion called at the end
         */
        void read(Order order, Slice from, MemorySegment target, Region to, Completion completion);

        /**
         * Runs a kernel. Completes in order with other operations on the lane.
         *
         * @param order lane and predecessors
         * @param launch kernel, indices and arguments
         * @param completion called at the end
         */
        void run(Order order, Launch launch, Completion completion);

        /**
         * Returns the port through which tasks are exchanged with a device that schedules tasks of
         * its own.
         *
         * @return the port, or empty for a device that only runs what is submitted
         */
        default Optional<StealPort> stealPort() {
            return Optional.empty();
        }

        /**
         * Returns true if the optional {@link #copy} is supported. If not, copies within the device
         * are staged through the host.
         *
         * @return true if this device can copy
         */
        default boolean copies() {
            return false;
        }

        /**
         * Copies within this device. Completes in order with other operations on the lane.
         *
         * @param order lane and predecessors
         * @param from memory of this device
         * @param to memory of this device, a region of the same extents that shares no byte with
         *     {@code from} (rule 3.8)
         * @param completion called at the end
         */
        default void copy(Order order, Slice from, Slice to, Completion completion) {
            completion.failed(new DeviceException("this device does not copy by itself"));
        }

        /**
         * Returns true if parts opened of this device can use memory that was allocated on the
         * whole device (rule 3.7). Buffers then have one instance for the whole and all such parts,
         * and no data moves between these (hStreams: ALIASED). The scheduler closes the parts
         * first.
         *
         * @return false if parts have memories of their own
         */
        default boolean sharesMemoryWithParts() {
            return false;
        }

        /**
         * Registers a listener for the loss of this device (rule 4.5). Called at most once, before
         * any operation. Without it a loss becomes known when the next operation fails.
         *
         * @param listener called at the loss, once, from any thread, also while nothing is
         *     outstanding. It returns soon and never throws. It may be called within this call
         * @return true if this device calls the listener; if false, the listener is not used
         */
        default boolean onLoss(Consumer<DeviceLostException> listener) {
            return false;
        }

        /**
         * Aborts an operation that does not end by itself, such as an endless kernel, even at the
         * expense of the whole device (rule 4.6). Called when the operation's time limit has passed
         * or it was cancelled, by a thread that must not wait long.
         *
         * @param completion the completion with which the operation, or the task of a {@link
         *     StealPort}, was submitted
         * @return false if the operation is not outstanding or cannot be aborted; the call has no
         *     effect then
         */
        default boolean abandon(Completion completion) {
            return false;
        }

        /**
         * Settles all outstanding operations, then frees everything (rules 4.1 to 4.6). May block.
         * Does not throw.
         */
        @Override
        void close();
    }
}
