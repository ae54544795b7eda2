package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.loops.Kept;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
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

    /**
     * Keeps arrays and segments on devices.
     *
     * @param memory the arrays and segments
     * @return the scope in which they are kept
     */
    public Kept keep(Object... memory) {
        return new KeptScope(this, memory);
    }

    Platform platform() {
        return platform;
    }

    HostBlocks blocks() {
        return blocks;
    }

    /**
     * Returns the buffers of a call.
     *
     * @param saves true if kept memory that is written must be home first
     * @param onHost true if the host uses the program's memory during the call
     */
    Lease lease(boolean saves, boolean onHost) {
        return new Lease(saves, onHost);
    }

    /** Returns an unused buffer of a root, no longer held here, or null. */
    Buffer take(Object root) {
        List<Held> gone = new ArrayList<>();
        Held found = null;
        synchronized (idle) {
            for (Held held : idle) {
                Object known = held.root.get();
                if (known == null) {
                    gone.add(held);
                } else if (KeptArrays.isSame(known, root)) {
                    found = held;
                }
            }
            idle.removeAll(gone);
            idle.remove(found);
        }
        gone.forEach(held -> held.buffer.close());
        return found == null ? null : found.buffer;
    }

    /** Holds a buffer that is no longer used. */
    void giveBack(Object root, Buffer buffer) {
        Held oldest = null;
        synchronized (idle) {
            idle.add(new Held(new WeakReference<>(root), buffer));
            if (idle.size() > MOST) {
                oldest = idle.removeFirst();
            }
        }
        if (oldest != null) {
            oldest.buffer.close();
        }
    }

    /**
     * Returns a buffer for an array or segment.
     *
     * @param known one that held it before, or null
     * @param current true for its content; false if it will be overwritten
     */
    Buffer prepared(Buffer known, FlatRoot flat, boolean current) {
        if (known != null && isUsable(known, flat, current)) {
            return known;
        }
        if (known != null) {
            known.close();
        }
        Buffer buffer = platform.buffer(ValueLayout.JAVA_BYTE, Math.max(8, flat.bytes));
        if (current) {
            flat.copyTo(buffer.write(), blocks);
        }
        return buffer;
    }

    /**
     * Returns true if the buffer can be used; if {@code current}, updates it to the content of the
     * array.
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

    /** The buffers of one call. */
    final class Lease implements AutoCloseable {
        private final boolean saves;
        private final boolean onHost;
        private final Map<Object, Buffer> buffers = new IdentityHashMap<>();
        private final Map<Object, KeptArray> kept = new IdentityHashMap<>();
        private final Set<KeptArray> written = new HashSet<>();
        private final Set<Object> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<MemorySegment> segments = new ArrayList<>();
        private AnabranchException failure;
        private boolean wentWell;

        Lease(boolean saves, boolean onHost) {
            this.saves = saves;
            this.onHost = onHost;
        }

        /**
         * Returns a buffer for an array or segment.
         *
         * @param current true for its content; false if it will be overwritten
         * @param isWritten true if the loop may write it
         */
        Buffer buffer(Object root, FlatRoot flat, boolean current, boolean isWritten)
                throws DeviceRefusal {
            Buffer known = buffers.get(root);
            if (known != null) {
                return known;
            }
            for (FlatRoot.Part part : flat.parts) {
                alone(part);
            }
            KeptArray stays = KeptArrays.lent(root, platform);
            Buffer buffer =
                    stays == null
                            ? prepared(take(root), flat, current)
                            : lent(root, stays, flat, current, isWritten);
            buffers.put(root, buffer);
            return buffer;
        }

        private Buffer lent(
                Object root, KeptArray stays, FlatRoot flat, boolean current, boolean isWritten) {
            if (onHost || saves && isWritten) {
                stays.home();
            }
            Buffer buffer = stays.lend(flat, current);
            kept.put(root, stays);
            if (isWritten) {
                written.add(stays);
            }
            return buffer;
        }

        /** Returns true if results stay on devices. */
        boolean stays(Object root) {
            return !onHost && kept.containsKey(root);
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

        /** Reports that the loop failed. */
        void failed(AnabranchException reason) {
            failure = reason;
        }

        @Override
        public void close() {
            buffers.forEach(
                    (root, buffer) -> {
                        KeptArray stays = kept.get(root);
                        if (stays != null) {
                            end(stays);
                        } else if (wentWell) {
                            giveBack(root, buffer);
                        } else {
                            buffer.close();
                        }
                    });
        }

        private void end(KeptArray stays) {
            if (!written.contains(stays)) {
                return;
            }
            if (!wentWell) {
                stays.failed(failure);
            } else if (onHost) {
                stays.used();
            } else {
                stays.written();
            }
        }
    }
}
