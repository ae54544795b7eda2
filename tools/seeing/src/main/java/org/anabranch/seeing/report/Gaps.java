package org.anabranch.seeing.report;

import org.anabranch.events.ActionRow;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.seeing.model.RunModel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The time without any work: no action was enqueued, and no worker was busy. */
final class Gaps {
    private Gaps() {}

    /** {@return its sum, in nanoseconds} */
    static long of(RunModel run) {
        List<long[]> used = new ArrayList<>();
        for (ActionRow row : run.actions()) {
            long since = row.enqueued() == ActionRow.UNKNOWN ? row.started() : row.enqueued();
            long until = row.retired() == ActionRow.UNKNOWN ? run.end() : row.retired();
            used.add(new long[] {since == ActionRow.UNKNOWN ? run.start() : since, until});
        }
        Events events = run.events();
        for (int i = 0; i < events.size(); i++) {
            if (events.kind(i) == Kind.BUSY) {
                used.add(new long[] {events.other(i), events.time(i)});
            }
        }
        used.sort(Comparator.comparingLong(span -> span[0]));
        long gaps = 0;
        long at = run.start();
        for (long[] span : used) {
            gaps += Math.max(0, Math.min(span[0], run.end()) - at);
            at = Math.max(at, span[1]);
        }
        return gaps + Math.max(0, run.end() - at);
    }
}
