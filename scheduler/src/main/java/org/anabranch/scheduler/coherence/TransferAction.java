package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Region;
import org.anabranch.events.ActionSort;
import org.anabranch.events.TransferReason;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Slice;

/** A transfer of a box of a buffer between the host and a device, on demand. */
public final class TransferAction extends Action {
    private final StoredData buffer;
    private final CoherenceDirectory directory;
    private final Region region;
    private final Store device;
    private final boolean homeward;
    private long nanos;

    TransferAction(
            StoredData buffer,
            CoherenceDirectory directory,
            Region region,
            Store device,
            boolean homeward) {
        super(device.pool, ActionOwner.NOBODY, null);
        this.buffer = buffer;
        this.directory = directory;
        this.region = region;
        this.device = device;
        this.homeward = homeward;
        runAt(device); // which may find no memory
        buffer.retain();
        device.site().link.take(region.bytes(), pool().timeline.nanos());
        device.store.room().enter();
    }

    /** Gives up a transfer that was never started, and that no other thread knows. */
    void giveUp() {
        release(0);
        leave();
        buffer.unlease();
        device.store.room().leave();
    }

    @Override
    public Program program() {
        return buffer.program();
    }

    @Override
    public void submit() throws DeviceLostException {
        if (!begin()) {
            return;
        }
        Slice slice = new Slice(buffer.handleIn(device), region);
        if (homeward) {
            device.read(this, slice, buffer.host(), region);
        } else {
            device.write(this, buffer.host(), region, slice);
        }
    }

    @Override
    public void dataSettled(AnabranchException failure) {
        directory.arrived(this, region, homeward ? ValidCopies.HOST : device.memory, failure);
    }

    private void release(long took) {
        device.site().link.give(region.bytes(), took, pool().timeline.nanos());
    }

    @Override
    public void took(long time) {
        nanos = time;
    }

    @Override
    public void retired(AnabranchException failure) {
        release(failure == null ? nanos : 0);
        buffer.unlease();
        if (failure == null) {
            WorkCounts counts = counts(device);
            if (homeward) {
                counts.tookOut(region.bytes());
            } else {
                counts.broughtIn(region.bytes());
            }
        }
    }

    @Override
    public void leave() {
        device.release();
    }

    @Override
    public void exit() {
        device.store.room().leave();
    }

    @Override
    public ActionSort sort() {
        return ActionSort.TRANSFER;
    }

    @Override
    public String title() {
        return buffer.name();
    }

    /** Logs the reason, if actions are logged. */
    void beginsFor(Action consumer, TransferReason otherwise) {
        begins();
        if (isTold()) {
            int there = device.toldAs();
            int host = buffer.home().toldAs();
            int from = homeward ? there : host;
            int to = homeward ? host : there;
            long by = consumer == null ? 0 : consumer.action();
            ActionLog.transfer(
                    this, from, to, why(consumer, otherwise).ordinal(), by, region.bytes());
        }
    }

    private static TransferReason why(Action consumer, TransferReason otherwise) {
        if (consumer == null) {
            return otherwise;
        }
        return switch (consumer.sort()) {
            case ACCESS -> TransferReason.PROGRAM;
            case PREFETCH -> TransferReason.PREFETCH;
            default -> TransferReason.ACTION;
        };
    }

    @Override
    public String describe() {
        return "the transfer of %s bytes of %s%s%s"
                .formatted(
                        region.bytes(), buffer.name(), homeward ? " from " : " to ", device.id());
    }
}
