package org.anabranch.scheduler;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Monitor;
import org.anabranch.scheduler.domain.AnnouncedDomain;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A backend from plugging in to unplugging, and the domains of its devices. Finding and opening may
 * take seconds, so a thread of its own does it: the <em>keeper</em>. It goes on, with growing
 * pauses, as long as the backend cannot look, a device does not open, or a lost device is not there
 * again. What it finds is announced before it is opened.
 */
final class PluggedBackend implements DeviceDomain.Plug {
    /** Instead of a pause. */
    private static final long END = -1;

    private final Domains all;
    private final Drain drain;
    private final Backend backend;

    /** Held while domains are drained and closed; never needed to look at what there is. */
    private final Object draining = new Object();

    // nobody holds this while calling the backend
    @GuardedBy("this")
    private final List<DeviceDomain> domains = new ArrayList<>();

    @GuardedBy("this")
    private final Announcements announcements;

    @GuardedBy("this")
    private Thread keeper;

    @GuardedBy("this")
    private boolean looking = true;

    @GuardedBy("this")
    private boolean hurry;

    @GuardedBy("this")
    private boolean unplugged;

    @GuardedBy("this")
    private String trouble = "";

    PluggedBackend(Domains all, Drain drain, Backend backend) {
        this.all = all;
        this.announcements = new Announcements(all);
        this.drain = drain;
        this.backend = backend;
    }

    synchronized void openAll() {
        hurry = true;
        if (unplugged) {
            return;
        }
        if (keeper == null) {
            keeper = thread("open", this::keep);
        } else {
            all.pool().timeline.unpark(keeper);
        }
    }

    private static Thread thread(String what, Runnable body) {
        return ForeignCode.start("anabranch-" + what, body);
    }

    private void keep() {
        long pause = Pauses.FIRST_LOOK_NANOS;
        while (pause != END) {
            try {
                pause = keepOnce(pause);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // and looks once more
            }
        }
    }

    /** {@return the pause after the next look, or that there is none} */
    private long keepOnce(long before) {
        if (!find(before == Pauses.FIRST_LOOK_NANOS) || !openAnnounced()) {
            return END;
        }
        long pause = before;
        synchronized (this) {
            if (isComplete()) {
                keeper = null;
                return END;
            }
            pause = hurry ? Pauses.FIRST_LOOK_NANOS : pause;
            hurry = false;
        }
        all.pool().timeline.park(this, pause);
        return Math.min(2 * pause, Pauses.LONGEST_LOOK_NANOS);
    }

    @GuardedBy("this")
    private boolean isComplete() {
        return unplugged || !hurry && trouble.isEmpty() && announcements.isComplete();
    }

    /** Announces what the backend finds. False if it is unplugged. */
    private boolean find(boolean first) {
        String known;
        synchronized (this) {
            known = trouble;
            looking = first;
            hurry = false;
        }
        AtomicReference<List<DeviceInfo>> answer = new AtomicReference<>();
        String problem = "";
        Throwable broken = ForeignCode.attempt(() -> answer.set(List.copyOf(backend.probe())));
        if (broken != null) {
            problem = Trouble.sentence(broken);
            if (!problem.equals(known)) {
                Trouble.say("a backend does not find its devices: " + name(), broken);
            }
        }
        List<DeviceInfo> found = answer.get();
        synchronized (this) {
            trouble = problem;
            if (found != null && !unplugged) {
                announcements.found(found);
            }
            looking = false;
            return !unplugged;
        }
    }

    /**
     * Opens what is announced. What opened becomes active together: who waits for the devices of a
     * kind until none is being opened has them all. False if the backend is unplugged.
     */
    private boolean openAnnounced() {
        List<AnnouncedDomain> closed;
        synchronized (this) {
            closed = announcements.toOpen();
        }
        List<DeviceDomain> opened = new ArrayList<>(closed.size());
        for (AnnouncedDomain domain : closed) {
            if (isUnplugged()) {
                return false;
            }
            DeviceDomain device = open(domain);
            if (device != null) {
                opened.add(device);
            }
        }
        opened.forEach(all::activate);
        return !isUnplugged();
    }

    private synchronized boolean isUnplugged() {
        return unplugged;
    }

    /** Null if it does not open. */
    private DeviceDomain open(AnnouncedDomain announcement) {
        DeviceInfo info = announcement.info;
        DeviceDomain domain;
        try {
            domain = all.open(this, backend, info, info.mask(), announcement.generation());
        } catch (Throwable refused) {
            if (announcement.refuse(Trouble.sentence(refused))) {
                Trouble.say(
                        "device " + info.id() + " cannot be opened, and is tried again", refused);
            }
            return null;
        }
        synchronized (this) {
            announcements.withdraw(announcement);
            if (!unplugged) {
                all.opened(info.id(), domain.generation());
                domains.add(domain);
            }
        }
        if (isUnplugged()) {
            drain.close(domain);
            return null;
        }
        domain.watch();
        return domain;
    }

    /** Drains and closes everything; without memory for all of it, it is to be called again. */
    void unplug() {
        Thread opening;
        synchronized (this) {
            unplugged = true;
            opening = keeper;
        }
        if (opening != null) {
            all.pool().timeline.unpark(opening);
            awaitEnd(opening);
        }
        List<DeviceDomain> ending = new ArrayList<>();
        synchronized (this) {
            announcements.withdrawAll();
            domains.forEach(
                    domain -> {
                        ending.addAll(domain.parts());
                        ending.add(domain);
                    });
        }
        synchronized (draining) {
            drain.end(ending);
        }
    }

    private void awaitEnd(Thread opening) {
        try {
            if (!opening.join(Duration.ofNanos(Pauses.OPENING_NANOS))) {
                Trouble.say(name() + " is unplugged while it still opens a device", null);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drains and closes part of a device. */
    @Override
    public void remove(DeviceDomain part) {
        synchronized (draining) {
            if (!isUnplugged() && part.leave()) {
                drain.end(List.of(part));
            }
        }
    }

    /**
     * A device vanished: closes what is left of it, and looks for it again; when there is memory
     * for that, since what the device has not ended waits for it.
     */
    @Override
    public void lost(DeviceDomain domain, DeviceLostException cause) {
        while (!isUnplugged()) {
            try {
                beginToClose(domain, cause);
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    private void beginToClose(DeviceDomain domain, DeviceLostException cause) {
        synchronized (this) {
            if (domain.isWhole() && !unplugged) {
                announcements.lost(domain);
            }
        }
        var unused = thread("lost-" + domain.id(), () -> closeLost(domain, cause));
    }

    private void closeLost(DeviceDomain domain, DeviceLostException cause) {
        while (true) {
            try {
                Trouble.say(domain + " is lost", cause);
                drain.close(domain);
                domain.parts().forEach(part -> part.lose(cause));
                lookAgain(domain);
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // each step may be made again
            }
        }
    }

    private void lookAgain(DeviceDomain domain) {
        synchronized (this) {
            domains.remove(domain);
            if (!domain.isWhole()) {
                return;
            }
            announcements.closed(domain);
        }
        openAll();
    }

    synchronized Monitor.BackendReport report() {
        return new Monitor.BackendReport(name(), looking, trouble, announcements.refused());
    }

    private String name() {
        return backend.getClass().getName();
    }
}
