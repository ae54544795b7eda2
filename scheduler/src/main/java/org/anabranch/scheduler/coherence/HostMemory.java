package org.anabranch.scheduler.coherence;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.scheduler.action.Program;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The account of the host memory of all buffers, against a limit: the virtual machine itself does
 * not. A program that is alone may have all of it. Where several programs have buffers, or were
 * refused some lately, each may have an even share: buffers in use cannot be taken from another
 * program.
 */
public final class HostMemory {
    /** A program that was refused memory wants some for so long: chosen. */
    private static final long WANTED_NANOS = 10_000_000_000L;

    private volatile long limit;
    private volatile long used;

    /** Most of the limit that one of several programs may have, in percent; 0: an even share. */
    private volatile int percent;

    @GuardedBy("this")
    private final Map<Program, Holding> holdings = new IdentityHashMap<>();

    /** The memory of one program. */
    private static final class Holding {
        private long bytes;
        private long refusedAt;
        private boolean refused;

        boolean wants(long now) {
            return bytes > 0 || refused && now - refusedAt < WANTED_NANOS;
        }
    }

    public HostMemory(long limit) {
        this.limit = limit;
    }

    synchronized void reserve(long bytes, String name, Program program) {
        long now = System.nanoTime();
        holdings.values().removeIf(one -> !one.wants(now));
        Holding own = holdings.computeIfAbsent(program, one -> new Holding());
        long share = percent > 0 ? limit * percent / 100 : limit / holdings.size();
        if (bytes > limit - used) {
            refuse(own, now);
            throw new MemoryExhaustedException(
                    String.format(
                            "%s needs %s bytes, and %s of the limit of %s are left%s: close"
                                    + " buffers, or raise memoryPercent of org.anabranch.scheduler",
                            name, bytes, Math.max(0, limit - used), limit, others(program)));
        }
        if (holdings.size() > 1 && bytes > share - own.bytes) {
            refuse(own, now);
            throw new MemoryExhaustedException(
                    String.format(
                            "%s needs %s bytes, and %s of the share of %s are left: of the limit of"
                                + " %s each of %s programs may have as much%s: close buffers, or"
                                + " raise memorySharePercent or memoryPercent of"
                                + " org.anabranch.scheduler",
                            name,
                            bytes,
                            Math.max(0, share - own.bytes),
                            share,
                            limit,
                            holdings.size(),
                            others(program)));
        }
        own.bytes += bytes;
        used = used + bytes;
    }

    private static void refuse(Holding own, long now) {
        own.refused = true;
        own.refusedAt = now;
    }

    /** Returns who else has how much, as the end of a phrase. */
    @GuardedBy("this")
    private String others(Program program) {
        StringJoiner text = new StringJoiner(", ", " (", ")").setEmptyValue("");
        holdings.forEach(
                (one, held) -> {
                    if (one != program && held.bytes > 0) {
                        text.add(one.owner() + " has " + held.bytes);
                    }
                });
        return text.toString();
    }

    /** Needs no memory. */
    synchronized void free(long bytes, Program program) {
        Holding own = holdings.get(program);
        if (own != null) {
            own.bytes -= bytes;
        }
        used = used - bytes;
    }

    public long used() {
        return used;
    }

    /** Sets the limit from now on; what is in use stays, even if it is more. */
    public void limit(long bytes) {
        limit = bytes;
    }

    /** Sets how much of the limit one of several programs may have, in percent; 0: even shares. */
    public void share(int share) {
        percent = share;
    }

    public long limit() {
        return limit;
    }
}
