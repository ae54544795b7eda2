package org.anabranch.seeing.trace;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.Clock;
import org.anabranch.events.Outcome;
import org.anabranch.seeing.model.Notice;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Steal;
import org.anabranch.seeing.model.Track;
import org.anabranch.seeing.text.JsonOutput;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * A writer of the JSON for Perfetto and Chrome ("trace event format"). Times are exact decimals of
 * microseconds since the run began. All slices come before all arrows, outer ones before inner
 * ones, so that an arrow finds its slices when lines of equal time are read in order. Each arrow
 * has a number of its own.
 */
final class TraceWriter {
    private final RunModel run;
    private final JsonOutput json;
    private final long start;
    private long nextArrow = 1;
    private long actions;
    private long slices;
    private long arrows;
    private long undrawn;
    private long steals;

    TraceWriter(RunModel run, OutputStream out) {
        this.run = run;
        this.json = new JsonOutput(out);
        this.start = run.start();
    }

    TraceCounts write(String title) throws IOException {
        json.raw("{\"displayTimeUnit\":\"ns\",\"otherData\":{");
        about(title);
        json.raw("},\n\"traceEvents\":[\n");
        json.raw(
                "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"program\"}}");
        tracks();
        for (Track track : run.tracks()) {
            for (Slice slice : track.slices()) {
                slice(slice);
            }
        }
        notices();
        new CounterLines(run, json).write();
        for (ActionHistory.Wait wait : run.waits()) {
            Arrow arrow = Arrow.of(run, wait);
            if (arrow == null) {
                undrawn++;
            } else {
                arrows++;
                arrow(arrow, wait.sort().name().toLowerCase(Locale.ROOT));
            }
        }
        for (Steal steal : run.steals()) {
            Arrow arrow = Arrow.of(run, steal);
            if (arrow != null) {
                steals++;
                arrow(arrow, "steal");
            }
        }
        json.raw("\n]}\n");
        json.flush();
        long waiting = run.actions().size() - actions;
        return new TraceCounts(actions, waiting, slices, arrows, undrawn, steals, run.lost(), 0);
    }

    private void about(String title) throws IOException {
        Clock clock = run.clock();
        json.raw("\"title\":").string(title);
        json.raw(",\"clock\":").string(clock.name());
        json.raw(",\"simulated\":").raw(String.valueOf(clock.simulated()));
        if (!clock.simulated()) {
            json.raw(",\"began\":").string(clock.timeOfDay(start).toString());
        }
        json.raw(",\"device times may be wrong by ns\":").number(run.clockError());
        json.raw(",\"events made\":").number(run.events().made());
        json.raw(",\"events kept\":").number(run.events().size());
        json.raw(",\"events lost\":").number(run.lost());
    }

    private void tracks() throws IOException {
        Set<Integer> named = new HashSet<>(Set.of(1));
        for (Track track : run.tracks()) {
            int process = track.processNumber();
            if (named.add(process)) {
                metadata("process_name", process, 0).string(track.process()).raw("}}");
                metadata("process_sort_index", process, 0);
                json.number(process).raw("}}");
            }
            metadata("thread_name", process, track.number()).string(track.name());
            json.raw(track.isNesting() ? ",\"nests\":true}}" : "}}");
            metadata("thread_sort_index", process, track.number());
            json.number(track.number()).raw("}}");
        }
    }

    private JsonOutput metadata(String what, int process, int thread) throws IOException {
        json.raw(",\n{\"ph\":\"M\",\"pid\":").number(process);
        if (thread > 0) {
            json.raw(",\"tid\":").number(thread);
        }
        json.raw(",\"name\":\"").raw(what).raw("\",\"args\":{\"");
        return json.raw(what.endsWith("_name") ? "name\":" : "sort_index\":");
    }

    private void place(Track track, long time) throws IOException {
        json.raw(",\"pid\":").number(track.processNumber());
        json.raw(",\"tid\":").number(track.number());
        json.raw(",\"ts\":").micros(time - start);
    }

    private void slice(Slice slice) throws IOException {
        slices++;
        json.raw(",\n{\"ph\":\"X\"");
        place(slice.track(), slice.start());
        json.raw(",\"dur\":").micros(slice.end() - slice.start());
        json.raw(",\"name\":").string(slice.name());
        json.raw(",\"cat\":\"").raw(slice.sort().name().toLowerCase(Locale.ROOT));
        json.raw("\"");
        if (slice.row() != null) {
            actions++;
            json.raw(",\"args\":{\"action\":").number(slice.action());
            row(slice.row());
            json.raw("}");
        } else if (slice.action() != 0) {
            json.raw(",\"args\":{\"of\":").number(slice.action()).raw("}");
        }
        json.raw("}");
    }

    private void row(ActionRow row) throws IOException {
        if (row.owner() != 0) {
            json.raw(row.owner() > 0 ? ",\"stream\":" : ",\"scope\":");
            json.number(Math.abs(row.owner()));
        }
        if (row.reason() != null) {
            json.raw(",\"bytes\":").number(row.bytes());
            json.raw(",\"for\":").string(row.reason().name().toLowerCase(Locale.ROOT));
        }
        since(",\"enqueued\":", row.enqueued());
        since(",\"ready\":", row.ready());
        since(",\"submitted\":", row.submitted());
        if (!row.line().isEmpty()) {
            json.raw(",\"line\":").string(row.line());
        }
        if (row.outcome() != Outcome.DONE) {
            String word = row.outcome() == null ? "unfinished" : row.outcome().name();
            json.raw(",\"outcome\":").string(word.toLowerCase(Locale.ROOT));
        }
    }

    /** Writes a time, unless it is before the recording began. */
    private void since(String name, long time) throws IOException {
        if (time != ActionRow.UNKNOWN && time >= start) {
            json.raw(name).micros(time - start);
        }
    }

    private void notices() throws IOException {
        for (Notice notice : run.notices()) {
            json.raw(",\n{\"ph\":\"i\",\"s\":");
            if (notice.track() == null) {
                json.raw("\"p\",\"pid\":1,\"tid\":0,\"ts\":").micros(notice.time() - start);
            } else {
                json.raw("\"t\"");
                place(notice.track(), notice.time());
            }
            json.raw(",\"name\":").string(notice.text());
            json.raw(",\"cat\":\"").raw(notice.sort().name().toLowerCase(Locale.ROOT));
            json.raw("\"}");
        }
    }

    private void arrow(Arrow arrow, String name) throws IOException {
        long id = nextArrow++;
        end("s", id, name, arrow.from().track(), arrow.fromTime());
        end("f\",\"bp\":\"e", id, name, arrow.to().track(), arrow.toTime());
    }

    private void end(String phase, long id, String name, Track track, long time)
            throws IOException {
        json.raw(",\n{\"ph\":\"").raw(phase).raw("\",\"id\":\"").raw(Long.toHexString(id));
        json.raw("\",\"cat\":\"").raw(name).raw("\",\"name\":\"").raw(name).raw("\"");
        place(track, time);
        json.raw("}");
    }
}
