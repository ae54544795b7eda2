package org.anabranch.scheduler.coherence;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Region;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.events.TransferReason;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ReadyQueue;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.region.RegionMap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The coherence directory of one buffer: the ranges that are valid in each memory.
 *
 * <p>The directory describes the state after all actions that have acquired their data will have
 * ended; for data still in transfer it names the producer. An action acquires when its predecessors
 * have ended (or are ahead of it on the same ordering device). So dependent actions acquire in
 * program order, and an action that finds a copy with a producer only has to come after that one.
 * Missing copies are transferred, from the host if it has one, else through the host. A write
 * immediately makes its own memory the only valid one; if it then fails, the range is undefined,
 * with the reason, until it is overwritten.
 *
 * <p>A buffer that no device has used and no action has failed on is <em>plain</em>: valid and
 * defined on the host, no look-up needed. A buffer that is strict about its kind of memory never
 * is.
 */
public final class CoherenceDirectory implements Instances.Content {
    /** For when there is no memory left to say what went wrong. */
    private static final UndefinedDataException NO_MEMORY =
            new UndefinedDataException(
                    "part of a buffer is undefined, and there was no memory left to say which",
                    ForeignCode.NO_MEMORY.getCause());

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Comparator<CoherenceDirectory> BY_NUMBER =
            Comparator.comparingLong(directory -> directory.number);

    private final StoredData buffer;
    private final long number = NUMBERS.incrementAndGet();

    @GuardedBy("this")
    private final RegionMap<ValidCopies> copies;

    private volatile boolean plain;

    /** Why all of it counts as undefined until all is overwritten, or null. */
    @GuardedBy("this")
    private UndefinedDataException spoiled;

    CoherenceDirectory(StoredData buffer) {
        this.buffer = buffer;
        this.copies = new RegionMap<>(buffer.shape(), ValidCopies::new, ValidCopies::copy);
        this.plain = !buffer.options().strict();
    }

    /** Returns true if all of it is valid and defined on the host. */
    public boolean isPlain() {
        return plain;
    }

    /** Returns true if an action of that memory finds the data without a look-up. */
    boolean isPlainIn(int memory) {
        return plain && memory == ValidCopies.HOST;
    }

    /**
     * Acquires the operands of an action that has deferred itself; adds the necessary transfers.
     * All at once: of two unordered actions, one then comes after the other in every buffer, and
     * they cannot wait for each other.
     */
    static void acquire(Action action, List<Request> requests, List<Action> transfers) {
        if (requests.size() == 1) {
            requests.getFirst().acquire(action, transfers);
            return;
        }
        List<CoherenceDirectory> directories = new ArrayList<>(requests.size());
        for (Request request : requests) {
            directories.add(request.directory);
        }
        directories.sort(BY_NUMBER);
        holding(
                directories,
                0,
                () -> {
                    for (Request request : requests) {
                        request.acquire(action, transfers);
                    }
                });
    }

    /** An operand, and the directory that is asked for its data. */
    record Request(CoherenceDirectory directory, Operand operand) {
        private void acquire(Action action, List<Action> transfers) {
            directory.acquire(action, operand, transfers);
        }
    }

    /** Does it with the locks of all, which are taken in the order of their numbers. */
    private static void holding(List<CoherenceDirectory> all, int from, Runnable what) {
        if (from == all.size()) {
            what.run();
            return;
        }
        synchronized (all.get(from)) {
            holding(all, from + 1, what);
        }
    }

    private synchronized void acquire(Action action, Operand operand, List<Action> transfers) {
        Region region = operand.range().region();
        plain = false;
        if (spoiled != null) {
            acquireSpoiled(action, operand);
        }
        RegionMap.Entry<ValidCopies> single = copies.single(region);
        if (single != null) {
            acquire(action, operand.mode(), single, transfers);
            return;
        }
        for (RegionMap.Entry<ValidCopies> entry : copies.cover(region)) {
            acquire(action, operand.mode(), entry, transfers);
        }
    }

    @GuardedBy("this")
    private void acquireSpoiled(Action action, Operand operand) {
        if (!operand.mode().reads()) {
            boolean all = operand.range().region().bytes() == buffer.shape().bytes();
            spoiled = all ? null : spoiled;
        } else if (!action.owner.ignoresFailures()) {
            action.inherit(spoiled);
        }
    }

    private void acquire(
            Action action, Mode mode, RegionMap.Entry<ValidCopies> entry, List<Action> transfers) {
        ValidCopies here = entry.value;
        int memory = action.at.memory;
        AnabranchException loss = action.lossBefore();
        if (loss != null && action.isAwaitedBy(here.producers())) {
            action.inherit(loss);
            return;
        }
        if (mode.reads()) {
            if (here.undefined != null && !action.owner.ignoresFailures()) {
                action.inherit(here.undefined);
            } else if (!here.isNowhere()) {
                bring(action, entry, memory, transfers);
            }
        }
        if (mode.writes() && !action.hasInherited()) {
            here.precede(action);
            here.replace(memory, action);
        }
    }

    /** Makes the action come after a valid copy in the memory. */
    private void bring(
            Action action, RegionMap.Entry<ValidCopies> entry, int memory, List<Action> transfers) {
        ValidCopies here = entry.value;
        if (!here.isValid(memory)) {
            if (!action.movesData()) {
                action.inherit(
                        new UndefinedDataException(
                                "bytes of "
                                        + buffer.name()
                                        + " are not valid in "
                                        + action.at.id()
                                        + ", and the stream moves no data by itself"));
                return;
            }
            if (memory != ValidCopies.HOST && !here.isValid(ValidCopies.HOST)) {
                transfer(entry, here.source(), ValidCopies.HOST, action, null, transfers);
            }
            transfer(entry, here.source(), memory, action, null, transfers);
        }
        Action producer = here.producer(memory);
        if (producer != null && producer != action) {
            producer.precede(action, true);
        }
    }

    /**
     * Starts the copy of a box from one memory to another, one of which is the host's.
     *
     * @param consumer the action that needs it, or null
     * @param reason logged if no action needs it
     */
    private void transfer(
            RegionMap.Entry<ValidCopies> entry,
            int from,
            int to,
            Action consumer,
            TransferReason reason,
            List<Action> transfers) {
        boolean homeward = to == ValidCopies.HOST;
        Action producer = entry.value.producer(from);
        Store device = homeward ? deviceOf(from, producer) : deviceOf(to, consumer);
        Region region = entry.box.region(buffer.shape());
        TransferAction transfer = new TransferAction(buffer, this, region, device, homeward);
        try {
            transfers.add(transfer);
        } catch (OutOfMemoryError full) {
            transfer.giveUp();
            throw full;
        }
        try {
            transfer.beginsFor(consumer, reason);
            if (producer != null) {
                producer.precede(transfer, true);
            }
            entry.value.add(to, transfer);
        } catch (OutOfMemoryError full) {
            transfer.inherit(ForeignCode.NO_MEMORY); // it is started, and does nothing
            throw full;
        }
    }

    /**
     * Of the domains that use a memory the one that an action is in, which keeps it open, so that
     * the device can order the two; else the one that the memory belongs to.
     */
    private Store deviceOf(int memory, Action action) {
        return action != null && action.at instanceof Store device && device.memory == memory
                ? device
                : buffer.store(memory);
    }

    /**
     * An action that writes the operand has retired. If there is no memory to note that it failed,
     * all of the buffer counts as undefined.
     */
    void settle(Action action, Operand operand, AnabranchException failure) {
        if (plain && failure == null) {
            return;
        }
        synchronized (this) {
            plain = false;
            try {
                settle(action, operand.range().region(), failure);
            } catch (OutOfMemoryError full) {
                spoiled = failure == null ? spoiled : NO_MEMORY;
            }
        }
    }

    @GuardedBy("this")
    private void settle(Action action, Region region, AnabranchException failure) {
        RegionMap.Entry<ValidCopies> known = copies.exact(region);
        if (known != null) {
            settle(action, known, failure);
            return;
        }
        for (RegionMap.Entry<ValidCopies> entry :
                failure == null ? copies.overlapping(region) : copies.cover(region)) {
            settle(action, entry, failure);
        }
    }

    @GuardedBy("this")
    private void settle(
            Action action, RegionMap.Entry<ValidCopies> entry, AnabranchException failure) {
        boolean current = action.at != null && entry.value.replaced(action.at.memory, action);
        if (failure != null && (current || !action.wasSubmitted())) {
            entry.value.undefined = undefined(failure);
        }
        forgetIfFresh(entry);
    }

    private UndefinedDataException undefined(AnabranchException failure) {
        return new UndefinedDataException(
                "part of " + buffer.name() + " is undefined: " + failure.getMessage(),
                Outcome.rootOf(failure));
    }

    /**
     * A transfer has retired. If it failed because its device is gone, it may have been the last
     * hope for the content. If there is no memory to note that it failed, all of the buffer counts
     * as undefined.
     */
    synchronized void arrived(
            TransferAction transfer, Region region, int memory, AnabranchException failure) {
        try {
            note(transfer, region, memory, failure);
        } catch (OutOfMemoryError full) {
            spoiled = failure == null ? spoiled : NO_MEMORY;
        }
    }

    @GuardedBy("this")
    private void note(
            TransferAction transfer, Region region, int memory, AnabranchException failure) {
        for (RegionMap.Entry<ValidCopies> entry : copies.overlapping(region)) {
            ValidCopies here = entry.value;
            here.made(memory, transfer, failure == null);
            if (failure != null && here.isNowhere()) {
                here.settleAt(ValidCopies.HOST);
                here.undefined =
                        failure instanceof DomainLostException ? failure : undefined(failure);
            }
            forgetIfFresh(entry);
        }
    }

    @GuardedBy("this")
    private void forgetIfFresh(RegionMap.Entry<ValidCopies> entry) {
        if (entry.value.isFresh()) {
            copies.remove(entry);
        }
    }

    /** The host's own memory was written by the program: it alone is valid. */
    synchronized void written() {
        for (RegionMap.Entry<ValidCopies> entry : copies.entries()) {
            entry.value.settleAt(ValidCopies.HOST);
            copies.remove(entry);
        }
        spoiled = null;
    }

    /** The actions that still make or replace content, anywhere. */
    synchronized List<Action> producers() {
        return copies.entries().stream()
                .flatMap(entry -> entry.value.producers().stream())
                .distinct()
                .toList();
    }

    /**
     * Starts bringing home what is valid only in the given memory, and then forgets that memory.
     */
    public void evacuate(int memory, TransferReason reason, List<Action> transfers) {
        List<Action> started = new ArrayList<>();
        try {
            synchronized (this) {
                for (RegionMap.Entry<ValidCopies> entry : copies.entries()) {
                    if (entry.value.isValid(memory) && entry.value.source() == memory) {
                        transfer(entry, memory, ValidCopies.HOST, null, reason, started);
                    }
                }
            }
        } finally {
            ReadyQueue.startAll(started);
        }
        transfers.addAll(started);
    }

    /** A memory is gone; what was valid only there is lost. */
    @Override
    public synchronized void drop(int memory, DomainLostException cause) {
        for (RegionMap.Entry<ValidCopies> entry : copies.entries()) {
            entry.value.drop(memory);
            if (entry.value.isNowhere()) {
                AnabranchException undefined = entry.value.undefined;
                entry.value.settleAt(ValidCopies.HOST);
                entry.value.undefined = undefined != null ? undefined : cause;
            }
            forgetIfFresh(entry);
        }
    }

    @Override
    public synchronized boolean dependsOn(int memory) {
        return copies.entries().stream()
                .anyMatch(
                        entry ->
                                entry.value.isValid(memory)
                                        && (entry.value.source() == memory
                                                || entry.value.producer(memory) != null));
    }

    /** Bytes of the region that are not valid in a memory. */
    public long missing(Region region, int memory) {
        if (plain) {
            return memory == ValidCopies.HOST ? 0 : region.bytes();
        }
        long present = 0;
        long known = 0;
        synchronized (this) {
            for (RegionMap.Entry<ValidCopies> entry : copies.overlapping(region)) {
                known += entry.box.bytes();
                present += entry.value.isValid(memory) ? entry.box.bytes() : 0;
            }
        }
        long rest = Math.max(0, region.bytes() - known);
        return Math.max(0, region.bytes() - present - (memory == ValidCopies.HOST ? rest : 0));
    }

    /** Bytes valid in a memory. */
    public long valid(int memory) {
        return buffer.shape().bytes() - missing(buffer.shape().whole(), memory);
    }
}
