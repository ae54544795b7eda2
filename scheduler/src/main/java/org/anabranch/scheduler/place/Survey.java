package org.anabranch.scheduler.place;

import java.util.ArrayList;
import java.util.List;

/**
 * A seeker's options.
 *
 * @param times its known times
 * @param sites the possible sites, at least one
 * @param data nanoseconds of transferring its data there, for each
 * @param home nanoseconds of transferring its results to the host, for each
 */
public record Survey(SizeTimes times, List<Site> sites, double[] data, double[] home) {

    List<Option> options(long now) {
        List<Option> options = new ArrayList<>(sites.size());
        for (int i = 0; i < sites.size(); i++) {
            options.add(option(i, now));
        }
        return options;
    }

    private Option option(int number, long now) {
        Site site = sites.get(number);
        KernelTime time = times.in(site);
        double runs = expected(number);
        double there = data[number] == 0 ? 0 : data[number] + site.transferWaiting(now);
        double copied = data[number] > 0 ? site.linkTriedFor(now) : 0;
        return new Option(
                site.silicon.waiting(now),
                there,
                data[number],
                home[number],
                time.isKnown(),
                runs,
                time.isTried() || copied > 0,
                Math.max(time.triedFor(now), copied),
                runs > 0 && time.isDue(there + runs + home[number]));
    }

    /** Returns its expected nanoseconds there; 0 if unknown. */
    double expected(int number) {
        Site site = sites.get(number);
        KernelTime time = times.in(site);
        return time.isKnown() ? time.nanos() : times.guess(site);
    }
}
