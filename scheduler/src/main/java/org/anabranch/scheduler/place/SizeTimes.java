package org.anabranch.scheduler.place;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The times of a kernel of one size in each domain. Not thread-safe. */
public final class SizeTimes {
    private final List<KernelTime> times = new ArrayList<>(4);
    private final ToLongFunction<String> before;

    SizeTimes() {
        this(site -> 0);
    }

    /** Creates them from earlier times in nanoseconds, 0 for none. */
    SizeTimes(ToLongFunction<String> before) {
        this.before = before;
    }

    /** Of a domain; a domain that has the name of an earlier one takes over what is known. */
    public KernelTime in(Site site) {
        for (KernelTime time : times) {
            if (time.site == site) {
                return time;
            }
        }
        KernelTime time = new KernelTime(site, before.applyAsLong(site.id));
        for (int i = 0; i < times.size(); i++) {
            if (times.get(i).site.id.equals(site.id)) {
                time.takeOver(times.remove(i));
                break;
            }
        }
        times.add(time);
        return time;
    }

    /** It ran in a domain, and would have taken so long alone. */
    void took(KernelTime here, double alone) {
        here.took(alone);
        double fastest = here.nanos();
        int known = 0;
        for (int i = 0; i < times.size(); i++) {
            KernelTime time = times.get(i);
            if (time != here) {
                time.tookElsewhere(alone);
            }
            if (time.isKnown()) {
                fastest = Math.min(fastest, time.nanos());
                known++;
            }
        }
        if (known > 1) {
            here.site.learnSlowness(Math.max(1, here.nanos()) / Math.max(1, fastest));
        }
    }

    /** Returns its time in the fastest domain; 0 if it never ran at all. */
    double least() {
        double least = 0;
        for (KernelTime time : times) {
            if (time.isKnown()) {
                least = least == 0 ? time.nanos() : Math.min(least, time.nanos());
            }
        }
        return least;
    }

    /** Returns an estimate for a domain where it never ran; 0 if it never ran at all. */
    double guess(Site site) {
        double least = 0;
        for (KernelTime time : times) {
            if (time.isKnown()) {
                double guess = time.nanos() / time.site.slowness() * site.slowness();
                least = least == 0 ? guess : Math.min(least, guess);
            }
        }
        return least;
    }
}
