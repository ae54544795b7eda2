package org.anabranch.events;

import java.time.Instant;

/**
 * A log without a scheduler, for tests of log readers: the test adds events, in any order. Its
 * clock is simulated and begins at 0. Not thread-safe.
 */
public final class EventScript implements EventLog {
    private final Dictionary dictionary = new Dictionary();
    private final Clock clock = new Clock(true, "script", 0, Instant.EPOCH);
    private final Events all = new Events(dictionary, clock, Integer.MAX_VALUE);
    private Level level = Level.LIFECYCLE;

    /** Events lost before the event with this index. */
    private long lost;

    /** Creates an empty log. */
    public EventScript() {}

    /**
     * Adds a domain, without life-cycle events.
     *
     * @param id such as {@code host}, whose kind is the same, or {@code card:0}, of kind {@code
     *     card}
     * @return its number
     */
    public int domain(String id) {
        String kind = id.substring(0, id.indexOf(':') < 0 ? id.length() : id.indexOf(':'));
        return dictionary.addDomain(id, kind, 1, kind.equals("host")).number();
    }

    /**
     * Adds any event.
     *
     * @param event with a domain and a lane that exist
     * @return this
     */
    public EventScript add(Event event) {
        long head =
                Events.head(
                        event.kind(),
                        event.detail(),
                        event.domain(),
                        event.lane(),
                        dictionary.number(event.name()));
        all.add(event.time(), head, event.subject(), event.other(), event.amount());
        return this;
    }

    /**
     * Adds a kernel that ended normally and waited for nothing except by {@link #edge}.
     *
     * @param action its number
     * @param name of the kernel
     * @param domain where it ran
     * @param lane the worker, or the lane of the device
     * @param enqueued time of enqueuing
     * @param submitted time at which its dependencies had ended
     * @param started time at which it got the lane
     * @param ended time of its end
     * @return this
     */
    public EventScript kernel(
            long action,
            String name,
            int domain,
            int lane,
            long enqueued,
            long submitted,
            long started,
            long ended) {
        int sort = ActionSort.KERNEL.ordinal();
        enqueued(new Event(Kind.ENQUEUED, enqueued, sort, domain, 0, name, action, 0, 0));
        return ran(action, name, domain, lane, submitted, started, ended);
    }

    private void enqueued(Event event) {
        add(
                new Event(
                        event.kind(),
                        event.time(),
                        event.detail(),
                        event.domain(),
                        Events.NOWHERE,
                        event.name(),
                        event.subject(),
                        event.other(),
                        event.amount()));
    }

    private EventScript ran(
            long action, String name, int domain, int lane, long given, long began, long over) {
        boolean host = dictionary.domain(domain).host();
        int queue = host ? Events.NOWHERE : lane;
        add(new Event(Kind.SUBMITTED, given, 0, domain, queue, "", action, 0, 0));
        if (host) {
            add(new Event(Kind.STARTED, began, 0, domain, lane, "", action, 0, 0));
        }
        add(new Event(Kind.ENDED, over, 0, domain, lane, name, action, began, 0));
        return add(
                new Event(Kind.RETIRED, over, 0, Events.NOWHERE, Events.NOWHERE, "", action, 0, 0));
    }

    /**
     * Adds a transfer that ended normally, in lane 0 of the device.
     *
     * @param action its number
     * @param buffer name
     * @param from domain
     * @param to domain; one of the two is the host
     * @param bytes size
     * @param neededBy the action that needs the data, or 0 if the program does
     * @param enqueued time of enqueuing and submission
     * @param started time at which it got the lane
     * @param ended time of its end
     * @return this
     */
    public EventScript transfer(
            long action,
            String buffer,
            int from,
            int to,
            long bytes,
            long neededBy,
            long enqueued,
            long started,
            long ended) {
        TransferReason why = neededBy == 0 ? TransferReason.PROGRAM : TransferReason.ACTION;
        add(
                new Event(
                        Kind.TRANSFER,
                        enqueued,
                        why.ordinal(),
                        from,
                        to,
                        buffer,
                        action,
                        neededBy,
                        bytes));
        int device = dictionary.domain(from).host() ? to : from;
        return ran(action, buffer, device, 0, enqueued, started, ended);
    }

    /**
     * Adds a dependence.
     *
     * @param earlier the action waited for
     * @param later the action that waits
     * @param time when the dependence became known
     * @param sort the reason
     * @return this
     */
    public EventScript edge(long earlier, long later, long time, EdgeSort sort) {
        return add(
                new Event(
                        Kind.EDGE,
                        time,
                        sort.ordinal(),
                        Events.NOWHERE,
                        Events.NOWHERE,
                        "",
                        later,
                        earlier,
                        0));
    }

    /**
     * Adds to the number of events that readers have lost.
     *
     * @param number how many
     * @return this
     */
    public EventScript lose(long number) {
        lost += number;
        return this;
    }

    /** {@return all events, in order of time} */
    public Events events() {
        return snapshot();
    }

    @Override
    public Events snapshot() {
        Events copy = new Events(dictionary, clock, Integer.MAX_VALUE);
        copy(0, copy);
        copy.addLost(lost);
        copy.sort();
        return copy;
    }

    private int copy(int from, Events into) {
        for (int i = from; i < all.size(); i++) {
            all.copyTo(into, i);
        }
        return all.size();
    }

    @Override
    public Recording record(Level wanted) {
        Level before = level;
        level = wanted.compareTo(level) > 0 ? wanted : level;
        return new Reader(() -> level = before);
    }

    private final class Reader implements Recording {
        private final Runnable closed;
        private int read = all.size();
        private long seen = lost;

        Reader(Runnable closed) {
            this.closed = closed;
        }

        @Override
        public Events events(int most) {
            return new Events(dictionary, clock, most);
        }

        @Override
        public int read(Events into) {
            Events fresh = new Events(dictionary, clock, Integer.MAX_VALUE);
            read = copy(read, fresh);
            fresh.sort();
            into.addLost(lost - seen);
            seen = lost;
            for (int i = 0; i < fresh.size(); i++) {
                fresh.copyTo(into, i);
            }
            return fresh.size();
        }

        @Override
        public void close() {
            closed.run();
        }
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public Level level() {
        return level;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Dictionary dictionary() {
        return dictionary;
    }
}
