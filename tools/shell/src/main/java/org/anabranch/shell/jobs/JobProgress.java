package org.anabranch.shell.jobs;

import org.anabranch.api.Progress;

import java.io.Writer;
import java.util.Locale;
import java.util.function.LongSupplier;

/** The progress that a job has reported, and an estimate of the remaining time. */
public final class JobProgress extends Progress {
    private final LongSupplier clock;

    /** The last report, and the count and time of the first report of the same part of the job. */
    private record Said(String what, long done, long all, long first, long since) {
        static final Said NOTHING = new Said("", 0, 0, 0, 0);
    }

    private volatile Said said = Said.NOTHING;

    /**
     * Nothing is said yet.
     *
     * @param lines where the lines of the job go
     * @param clock in nanoseconds
     */
    public JobProgress(Writer lines, LongSupplier clock) {
        super(lines);
        this.clock = clock;
    }

    @Override
    public void reached(String what, long done, long all) {
        Said before = said;
        boolean same =
                !before.equals(Said.NOTHING)
                        && before.what().equals(what)
                        && before.all() == all
                        && before.first() <= done;
        said =
                same
                        ? new Said(what, done, all, before.first(), before.since())
                        : new Said(what, done, all, done, clock.getAsLong());
    }

    /** {@return true if the job has reported progress} */
    public boolean isSaid() {
        return !said.equals(Said.NOTHING);
    }

    /** {@return the amount done, or 0} */
    public long done() {
        return said.done();
    }

    /** {@return the whole amount, or 0 if that is not known} */
    public long all() {
        return said.all();
    }

    /** {@return the unit that is counted, or an empty string} */
    public String what() {
        return said.what();
    }

    /** {@return seconds to the end at the speed so far, or NaN if that is not known} */
    public double secondsLeft() {
        Said now = said;
        if (now.all() <= 0 || now.done() <= now.first()) {
            return Double.NaN;
        }
        double each = (clock.getAsLong() - now.since()) / 1e9 / (now.done() - now.first());
        return each * Math.max(0, now.all() - now.done());
    }

    /** {@return such as {@code 34 of 100 steps (34 %)}; empty if the job has said nothing} */
    public String text() {
        Said now = said;
        if (now.equals(Said.NOTHING)) {
            return "";
        }
        return now.all() <= 0
                ? now.done() + " " + now.what()
                : String.format(
                        Locale.ROOT,
                        "%d of %d %s (%d %%)",
                        now.done(),
                        now.all(),
                        now.what(),
                        (long) Math.floor(100.0 * now.done() / now.all()));
    }
}
