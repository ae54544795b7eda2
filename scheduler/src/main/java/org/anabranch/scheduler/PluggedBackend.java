package org.anabranch.scheduler;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.events.BackendChange;
import org.anabranch.events.DomainChange;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.scheduler.domain.AnnouncedDomain;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.DeviceOpener;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceLostException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A backend from plugging in to unplugging, and the domains of its devices. Finding and opening may
 * take seconds, so a thread of its own does it: the <em>keeper</em>. It goes on, with growing
 * pauses, as long as the backend cannot look, a device does not open, or a lost device is not there
 * again. What it finds is announced before it is opened.
 */
final class PluggedBackend implements DeviceOpener {
    /** Instead of a pause. */
    private static final long END = -1;

    private final Domains all;
    private final Drain drain;
    private final Backend backend;

    /** Held while domains are drained and closed; never needed to look at what there is. */
    private final Object draining = new Object();

    // never held while the backend is called
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
        say(BackendChange.ADDED, 0);
    }

    private void say(BackendChange change, long devices) {
        int detail = change.ordinal();
        all.pool().log.say(Kind.BACKEND, detail, Events.NOWHERE, name(), 0, devices);
    }

    synchronized void openAll() {
        hurry = true;
        if (unplugged) {
            return;
        }
        if (keeper == null) {
            keeper = ForeignCode.start("anabranch-open", this::keep);
        } else {
            all.pool().timeline.unpark(keeper);
        }
    }

    private void keep() {
        long pause = EngineTuning.FIRST_LOOK_NANOS;
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
        if (!find(before == EngineTuning.FIRST_LOOK_NANOS) || !openAnnounced()) {
            return END;
        }
        long pause = before;
        synchronized (this) {
            if (isComplete()) {
                keeper = null;
                return END;
            }
            pause = hurry ? EngineTuning.FIRST_LOOK_NANOS : pause;
            hurry = false;
        }
        all.pool().timeline.park(this, pause);
        return Math.min(2 * pause, EngineTuning.LONGEST_LOOK_NANOS);
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
        Probe probe = Probe.of(backend, name(), known);
        synchronized (this) {
            trouble = probe.problem();
            if (probe.found() != null && !unplugged) {
                announcements.found(probe.found());
            }
            looking = false;
            if (probe.found() != null) {
                say(BackendChange.LOOKED, probe.found().size());
            }
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
        for (AnnouncedDomain domain : closed) {
            if (isUnplugged()) {
                return false;
            }
            open(domain);
        }
        activateOpened();
        return !isUnplugged();
    }

    private synchronized void activateOpened() {
        for (int i = 0; i < domains.size(); i++) { // also what opened before memory was scarce
            if (domains.get(i).state() == Domain.State.ADDED) {
                all.activate(domains.get(i));
            }
        }
    }

    private synchronized boolean isUnplugged() {
        return unplugged;
    }

    /** Opens it, if it can be opened; then it is known, or closed, whatever there is of memory. */
    private void open(AnnouncedDomain announcement) {
        DeviceDomain domain = Announcements.open(announcement, all, this, backend);
        boolean entered = domain == null;
        while (!entered) {
            try {
                enter(announcement, domain);
                entered = true;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /** Each step may be made again. */
    private void enter(AnnouncedDomain announcement, DeviceDomain domain) {
        synchronized (this) {
            announcement.openedAs(domain);
            announcements.withdraw(announcement);
            if (!unplugged && !domains.contains(domain)) {
                all.opened(announcement.info.id(), domain.generation());
                domains.add(domain);
            }
        }
        if (isUnplugged()) {
            drain.close(domain);
        } else {
            domain.watch();
        }
    }

    /** Drains and closes everything; without memory for all of it, it is to be called again. */
    void unplug() {
        Thread opening;
        synchronized (this) {
            if (!unplugged) {
                say(BackendChange.REMOVED, domains.size());
            }
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
        say(BackendChange.GONE, 0);
    }

    private void awaitEnd(Thread opening) {
        try {
            opening.join(TimeUnit.NANOSECONDS.toMillis(EngineTuning.OPENING_NANOS));
            if (opening.isAlive()) {
                BackendFault.say(name() + " is unplugged while it still opens a device", null);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drains and closes part of a device. */
    @Override
    public void remove(DeviceDomain part) {
        synchronized (draining) {
            boolean ended = isUnplugged() || !part.leave();
            while (!ended) {
                try {
                    drain.end(List.of(part));
                    ended = true;
                } catch (OutOfMemoryError full) {
                    ForeignCode.pause(); // no other thread would close it
                }
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
        var _ = ForeignCode.start("anabranch-lost-" + domain.id(), () -> closeLost(domain, cause));
    }

    private void closeLost(DeviceDomain domain, DeviceLostException cause) {
        while (true) {
            try {
                BackendFault.say(domain + " is lost", cause);
                domain.say(DomainChange.LOST);
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
