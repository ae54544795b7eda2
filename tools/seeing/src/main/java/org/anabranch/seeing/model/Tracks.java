package org.anabranch.seeing.model;

import org.anabranch.events.Dictionary;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.Events;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The layout of slices in rows, as many as are needed so that none cross (interval colouring). */
final class Tracks {
    private static final int PROGRAM = 1;
    private static final int FIRST_DOMAIN = 2;
    private static final int THREADS = 0;
    private static final int MARKS = 1;
    private static final int FIRST_LINK = Events.NOWHERE + 1;

    private static final Comparator<Slice> OUTER_FIRST =
            Comparator.comparingLong(Slice::start)
                    .thenComparing(Comparator.comparingLong(Slice::end).reversed())
                    .thenComparing(Slice::sort)
                    .thenComparingLong(Slice::action);

    private final Dictionary dictionary;
    private final Map<String, Row> rows = new HashMap<>();
    private final Map<Long, Row> ofLanes = new HashMap<>();
    private final List<Track> tracks = new ArrayList<>();

    /** The slices of a row, and the tracks that they need. */
    private static final class Row {
        private final List<Slice> slices = new ArrayList<>();
        private final List<Track> tracks = new ArrayList<>();

        Row(Track first) {
            tracks.add(first);
        }

        void lay() {
            slices.sort(OUTER_FIRST);
            slices.forEach(this::lay);
        }

        private void lay(Slice slice) {
            for (Track track : tracks) {
                if (track.take(slice)) {
                    return;
                }
            }
            Track more = tracks.getFirst().another(tracks.size() + 1);
            more.take(slice);
            tracks.add(more);
        }
    }

    Tracks(Dictionary dictionary) {
        this.dictionary = dictionary;
    }

    private static long lane(int domain, int lane) {
        return (long) domain << 16 | lane;
    }

    /** Adds a slice to a lane of a domain. */
    void addToLane(Slice slice, int domain, int lane) {
        ofLanes.computeIfAbsent(lane(domain, lane), key -> laneRow(domain, lane)).slices.add(slice);
    }

    private Row laneRow(int domain, int lane) {
        DomainEntry entry = dictionary.domain(domain);
        boolean host = entry != null && entry.host();
        String name = entry == null ? "lane " + lane : entry.lane(lane);
        return new Row(
                new Track(dictionary.domainName(domain), FIRST_DOMAIN + domain, name, lane, host));
    }

    /** Adds a transfer, in a row beside the lanes of the device. */
    void addToLink(Slice slice, int from, int to) {
        DomainEntry source = dictionary.domain(from);
        int device = source != null && source.host() ? to : from;
        String name =
                device == to
                        ? "link from " + dictionary.domainName(from)
                        : "link to " + dictionary.domainName(to);
        int order = FIRST_LINK + (device == to ? 0 : FIRST_LINK) + (device == to ? from : to);
        add(
                slice,
                new Track(
                        dictionary.domainName(device), FIRST_DOMAIN + device, name, order, false));
    }

    /** Adds a slice to a thread of the program. */
    void addToThread(Slice slice, String thread) {
        String name = "thread " + thread;
        add(slice, new Track("program", PROGRAM, name, THREADS, true));
    }

    /** Adds an action that had no lane. */
    void addMark(Slice slice) {
        add(slice, new Track("program", PROGRAM, "without a lane", MARKS, false));
    }

    private void add(Slice slice, Track first) {
        String key = first.processNumber() + " " + first.order() + " " + first.name();
        rows.computeIfAbsent(key, one -> new Row(first)).slices.add(slice);
    }

    /** Lays out and numbers all tracks. */
    void lay() {
        List<Row> all = new ArrayList<>(rows.values());
        all.addAll(ofLanes.values());
        all.sort(
                Comparator.comparingInt((Row row) -> row.tracks.getFirst().processNumber())
                        .thenComparingInt(row -> row.tracks.getFirst().order())
                        .thenComparing(row -> row.tracks.getFirst().name()));
        for (Row row : all) {
            row.lay();
            for (Track track : row.tracks) {
                tracks.add(track);
                track.finish(tracks.size());
            }
        }
    }

    /** {@return the tracks, by number} */
    List<Track> all() {
        return tracks;
    }

    /** {@return the first track of a lane, or null} */
    Track ofLane(int domain, int lane) {
        Row row = ofLanes.get(lane(domain, lane));
        return row == null ? null : row.tracks.getFirst();
    }
}
