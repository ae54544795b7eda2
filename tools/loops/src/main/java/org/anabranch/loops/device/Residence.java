package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A cache of the buffers of recently used arrays and segments, so that a loop finds the data that a
 * previous loop left on a device. Any code may change the arrays between two loops. So each call
 * compares them with the host's copies in their buffers, and sends them again if a bit differs.
 * Segments are equal if they are the same memory. Thread-safe; a buffer serves one call at a time,
 * and concurrent calls get buffers of their own.
 */
public final class Residence {
    private static final int MOST = 32;

    private final Platform platform;
    private final HostBlocks blocks;

    /** The unused buffers, guarded by this list; the most recently used is last. */
    private final List<Held> idle = new ArrayList<>();

    private record Held(WeakReference<Object> root, Buffer buffer) {}

    /**
     * Creates an empty cache.
     *
     * @param platform whose buffers are used
     */
    public Residence(Platform platform) {
        this.platform = platform;
        this.blocks = HostBlocks.of(platform);
    }

    Lease lease() {
        return new Lease();
    }

    private Held take(Object root) {
        List<Held> gone = new ArrayList<>();
        Held found = null;
        synchronized (idle) {
            for (Held held : idle) {
                Object known = held.root.get();
                if (known == null) {
                    gone.add(held);
                } else if (known == root || known instanceof MemorySegment && known.equals(root)) {
                    found = held;
                }
            }
            idle.removeAll(gone);
            idle.remove(found);
        }
        gone.forEach(held -> held.buffer.close());
        return found;
    }

    private void keep(Held held) {
        Held oldest = null;
        synchronized (idle) {
            idle.add(held);
            if (idle.size() > MOST) {
                oldest = idle.removeFirst();
            }
        }
        if (oldest != null) {
            oldest.buffer.close();
        }
    }

    /** The buffers of one call. */
    final class Lease implements AutoCloseable {
        private final Map<Object, Buffer> buffers = new IdentityHashMap<>();
        private final Set<Object> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<MemorySegment> segments = new ArrayList<>();
        private boolean wentWell;

        /**
         * Returns a buffer for an array or segment.
         *
         * @param current true for its content; false if it will be overwritten
         */
        Buffer buffer(Object root, FlatRoot flat, boolean current) throws DeviceRefusal {
            Buffer known = buffers.get(root);
            if (known != null) {
                return known;
            }
            for (FlatRoot.Part part : flat.parts) {
                alone(part);
            }
            Held held = take(root);
            Buffer buffer = held == null ? null : held.buffer;
            if (buffer != null && !isUsable(buffer, flat, current)) {
                buffer.close();
                buffer = null;
            }
            if (buffer == null) {
                buffer = platform.buffer(ValueLayout.JAVA_BYTE, Math.max(8, flat.bytes));
                if (current) {
                    flat.copyTo(buffer.write(), blocks);
                }
            }
            buffers.put(root, buffer);
            return buffer;
        }

        /**
         * Returns true if the buffer can be used; if {@code current}, updates it to the content of
         * the array.
         */
        private boolean isUsable(Buffer buffer, FlatRoot flat, boolean current) {
            if (buffer.shape().elements() != Math.max(8, flat.bytes)) {
                return false;
            }
            try {
                if (current && !flat.isIn(buffer.read(), blocks)) {
                    flat.copyTo(buffer.write(), blocks);
                }
                return true;
            } catch (AnabranchException lost) {
                return false;
            }
        }

        /** Throws if memory is reached in two ways, since it would have two copies. */
        private void alone(FlatRoot.Part part) throws DeviceRefusal {
            Object base = part.base();
            boolean twice = base != null && !leaves.add(base);
            for (MemorySegment other : segments) {
                twice |= base == null && part.memory().asOverlappingSlice(other).isPresent();
            }
            if (twice) {
                throw new DeviceRefusal("memory is reached in two ways");
            }
            segments.add(part.memory());
        }

        /** Reports that the loop succeeded: the buffers hold its results and may be reused. */
        void wentWell() {
            wentWell = true;
        }

        @Override
        public void close() {
            buffers.forEach(
                    (root, buffer) -> {
                        if (wentWell) {
                            keep(new Held(new WeakReference<>(root), buffer));
                        } else {
                            buffer.close();
                        }
                    });
        }
    }
}
