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
 * A kind of hardware: finds devices and opens them. Register it as a service; when the service
 * goes, its domains are drained and its devices closed before the bundle has stopped. The numbered
 * rules stand in the package documentation.
 */
@ConsumerType
public interface Backend {

    /**
     * Finds the devices that are there. Called on a thread of the scheduler, at start, after a
     * loss, and again as long as a device does not open; may take seconds. Until it returns, the
     * backend counts as looking for its devices.
     *
     * @return their descriptions, empty if there are none (rules 1.1, 1.2)
     */
    List<DeviceInfo> probe();

    /**
     * Opens a device, or part of one. Called on a thread of the scheduler, which tries again, with
     * growing pauses and for ever, if a whole device is refused. Parts and whole have memories of
     * their own, unless the whole says {@link Device#sharesMemoryWithParts}.
     *
     * @param info as returned by {@link #probe}
     * @param mask all of the device's processors, or some if it says that it is divisible
     * @return the device, owned by the caller until it closes it
     * @throws DeviceException if it cannot be opened (rule 1.4)
     */
    Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException;

    /**
     * Memory, and lanes that run in order. Submissions ({@link #write}, {@link #read}, {@link
     * #run}) return without waiting for the operation, may come from any thread, and report through
     * their completion only (rules 2.1 to 2.9).
     */
    @ConsumerType
    interface Device extends AutoCloseable {

        /**
         * Makes a kernel ready. May take as long as a compiler does.
         *
         * @param kernel with code in a format of this device
         * @return a handle, to be given back by {@link #release}
         * @throws DeviceException if the format is unknown (rule 3.4) or the code does not build,
         *     with the build log
         */
        long load(Kernel kernel) throws DeviceException;

        /**
         * Allocates memory of any content, aligned to 128 bytes as far as the device has addresses.
         *
         * @param bytes at least 1
         * @param kind one of the kinds of {@link DeviceInfo#memory}
         * @return a handle, to be given back by {@link #release}
         * @throws DeviceException if there is not that much (rule 3.2)
         */
        long allocate(long bytes, MemoryKind kind) throws DeviceException;

        /**
         * Gives back memory or a kernel that no operation in flight uses.
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
         * @param completion told of the end
         */
        void write(Order order, MemorySegment source, Region from, Slice to, Completion completion);

        /**
         * Copies to the host. Completes in order with other operations on the lane.
         *
         * @param order lane and predecessors
         * @param from memory of this device
         * @param target host memory, which stays alive until completion
         * @param to region of {@code target} of the same extents
         * @param completion told of the end
         */
        void read(Order order, Slice from, MemorySegment target, Region to, Completion completion);

        /**
         * Runs a kernel. Completes in order with other operations on the lane.
         *
         * @param order lane and predecessors
         * @param launch what to run on what
         * @param completion told of the end
         */
        void run(Order order, Launch launch, Completion completion);

        /**
         * The port through which tasks come and go, for a device that schedules tasks of its own.
         *
         * @return empty for a device that only runs what it is told
         */
        default Optional<StealPort> stealPort() {
            return Optional.empty();
        }

        /**
         * Whether {@link #copy} is there: the optional fast path. Without it, copies within the
         * device are staged through the host.
         *
         * @return whether this device copies by itself
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
         * @param completion told of the end
         */
        default void copy(Order order, Slice from, Slice to, Completion completion) {
            completion.failed(new DeviceException("this device does not copy by itself"));
        }

        /**
         * Whether parts that are opened of this device, itself opened whole, can use memory that
         * was allocated here (rule 3.7). Buffers then have one instance for the whole and all such
         * parts, and no data moves between these (hStreams: ALIASED). The scheduler closes the
         * parts first.
         *
         * @return false if parts have memories of their own
         */
        default boolean sharesMemoryWithParts() {
            return false;
        }

        /**
         * Takes a listener for the loss of this device (rule 4.5). Called once, before any
         * operation, if at all. Without it a loss shows when the next operation fails.
         *
         * @param listener told of the loss from any thread, once, also while nothing is
         *     outstanding; returns soon and never throws; may be told within this call
         * @return whether this device tells; if not, the listener is forgotten
         */
        default boolean onLoss(Consumer<DeviceLostException> listener) {
            return false;
        }

        /**
         * Ends an operation that does not end by itself, such as a kernel in an endless loop, if
         * need be at the price of the whole device (rule 4.6). Called when its time is over or the
         * program does not want it any more, by a thread that must not wait long.
         *
         * @param completion what the operation, or the task of a {@link StealPort}, was submitted
         *     with
         * @return false if it is not outstanding or cannot be ended; nothing has happened then
         */
        default boolean abandon(Completion completion) {
            return false;
        }

        /**
         * Settles what is outstanding, then frees everything (rules 4.1 to 4.6). May wait. Does not
         * throw.
         */
        @Override
        void close();
    }
}
