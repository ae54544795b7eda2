package org.anabranch.scheduler.coherence;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.scheduler.count.Leases;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** The instances of a buffer on devices. Of any thread. */
final class Instances {
    /** The content of the instances. */
    interface Content {
        /**
         * Returns true if some of the data is only in this memory, or in transfer to or from it.
         */
        boolean dependsOn(int memory);

        /** Invalidates the content of this memory; data that is only there is lost for a cause. */
        void drop(int memory, DomainLostException cause);
    }

    private final Buffer buffer;
    private final Content content;
    private final Leases leases;
    private final Map<Store, Long> handles = new ConcurrentHashMap<>();

    /** Held by threads that change the instances. */
    private final ReentrantLock changing = new ReentrantLock();

    Instances(Buffer buffer, Content content, Leases leases) {
        this.buffer = buffer;
        this.content = content;
        this.leases = leases;
    }

    /** Makes sure that there is one for the device. By one who has a lease. */
    void make(Store device) throws DeviceException {
        Store store = device.store;
        if (handles.containsKey(store)) {
            return;
        }
        changing.lock();
        try {
            if (!handles.containsKey(store)) {
                put(store, store.allocate(buffer, buffer.options()));
            }
        } finally {
            changing.unlock();
        }
    }

    private void put(Store store, long handle) {
        try {
            handles.put(store, handle);
        } catch (OutOfMemoryError full) {
            store.free(handle, buffer.shape().bytes());
            throw full;
        }
    }

    /**
     * The handle of the one for a device, which was there when the action acquired it.
     *
     * @throws DeviceLostException if the device is gone, and the instance with it
     */
    long handle(Store device) throws DeviceLostException {
        Long handle = handles.get(device.store);
        if (handle == null) {
            changing.lock();
            try {
                handle = handles.get(device.store);
            } finally {
                changing.unlock();
            }
        }
        if (handle == null) {
            throw new DeviceLostException(device + " is gone, and its instance of a buffer", null);
        }
        return handle;
    }

    boolean isIn(Store device) {
        return handles.containsKey(device.store);
    }

    /**
     * Frees an unused instance, if its content is valid elsewhere. A thread with a lease looks for
     * it without the lock. So it is removed before the decision, and put back if a lease was taken
     * meanwhile, or taken, written through, and returned. Never waits for a thread that allocates
     * or evicts.
     */
    boolean evict(Store device) {
        if (!changing.tryLock()) {
            return false;
        }
        try {
            if (!handles.containsKey(device) || isNeeded(device)) {
                return false;
            }
            Long handle = handles.remove(device);
            if (isNeeded(device)) {
                putBack(device, handle);
                return false;
            }
            content.drop(device.memory, null);
            device.free(handle, buffer.shape().bytes());
            return true;
        } finally {
            changing.unlock();
        }
    }

    /** The outcome of an attempt to evict. */
    enum Eviction {
        /** There is none any more. */
        FREED,
        /** Some of its data is only there. */
        VALUABLE,
        IN_USE
    }

    /**
     * Frees an instance whatever leases there are, if its content is valid elsewhere and nothing is
     * inside the device's memory. The directory is asked first: a transfer home, with which content
     * becomes valid elsewhere, is inside before the directory says so.
     */
    Eviction evictAtRest(Store device, Admission room) {
        changing.lock();
        try {
            if (content.dependsOn(device.memory)) {
                return Eviction.VALUABLE;
            }
            if (!room.isAtRest()) {
                return Eviction.IN_USE;
            }
            Long handle = handles.remove(device);
            if (handle != null) {
                content.drop(device.memory, null);
                device.free(handle, buffer.shape().bytes());
            }
            return Eviction.FREED;
        } finally {
            changing.unlock();
        }
    }

    /**
     * Returns true if it is in use. Checks leases first: a thread that returns one has recorded its
     * writes in the directory.
     */
    private boolean isNeeded(Store device) {
        return leases.isUsed() || content.dependsOn(device.memory);
    }

    /** Puts an instance back; a thread that forgot a device meanwhile has not found it. */
    private void putBack(Store device, Long handle) {
        handles.put(device, handle);
        if (device.state() == Domain.State.GONE) {
            handles.remove(device);
        }
    }

    /** The device is gone, and its memory with it. */
    void forget(Store device) {
        changing.lock();
        try {
            handles.remove(device);
        } finally {
            changing.unlock();
        }
    }

    /** Gives all back; false if there is no memory to do so, but for the next time. */
    boolean free() {
        if (handles.isEmpty()) {
            return true;
        }
        changing.lock();
        try {
            for (Map.Entry<Store, Long> one : handles.entrySet()) {
                one.getKey().free(one.getValue(), buffer.shape().bytes());
                handles.remove(one.getKey());
            }
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        } finally {
            changing.unlock();
        }
    }
}
