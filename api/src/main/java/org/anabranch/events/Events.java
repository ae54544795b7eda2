package org.anabranch.events;

import java.util.Arrays;

/**
 * A compact list of events: five numbers each. Adding beyond the limit drops the oldest events, by
 * order of addition, and counts them as lost: {@code size() + lost() == made()}. Not thread-safe.
 */
public final class Events {
    /** Number of words of one event. */
    public static final int WORDS = 5;

    /** The number that stands for no domain and for no lane. */
    public static final int NOWHERE = 0xFFF;

    /**
     * The first lane of compensation threads, which run tasks in the place of blocked workers of
     * the host.
     */
    public static final int FIRST_SPARE = 0x800;

    /** The first lane of threads of programs that run actions inline. */
    public static final int FIRST_PROGRAM = 0xC00;

    private static final int LEAST = 64;

    private final Dictionary dictionary;
    private final Clock clock;
    private final int most;
    private long[] words = new long[LEAST * WORDS];
    private int size;
    private long made;
    private long lost;

    /**
     * Creates an empty list.
     *
     * @param dictionary names and domains of the events
     * @param clock of the times
     * @param most the largest number of events that it keeps, at least 1
     */
    public Events(Dictionary dictionary, Clock clock, int most) {
        this.dictionary = dictionary;
        this.clock = clock;
        this.most = Math.clamp(most, 1, Integer.MAX_VALUE / WORDS - 8);
    }

    /**
     * {@return the second word of an event: kind and place}
     *
     * @param kind the kind
     * @param detail ordinal of a constant of the enum that the kind names, below 256
     * @param domain number, or {@code NOWHERE}
     * @param lane number, or {@code NOWHERE}
     * @param name number, below 2<sup>24</sup>
     */
    public static long head(Kind kind, int detail, int domain, int lane, int name) {
        return (long) kind.ordinal() << 56
                | (long) detail << 48
                | (long) domain << 36
                | (long) lane << 24
                | name;
    }

    /**
     * Adds an event.
     *
     * @param time in nanoseconds
     * @param head from {@link #head}
     * @param subject an action
     * @param other defined by the kind
     * @param amount defined by the kind
     */
    public void add(long time, long head, long subject, long other, long amount) {
        room();
        int at = size++ * WORDS;
        words[at] = time;
        words[at + 1] = head;
        words[at + 2] = subject;
        words[at + 3] = other;
        words[at + 4] = amount;
        made++;
    }

    /**
     * Copies an event to another list with the same dictionary.
     *
     * @param other the target
     * @param index from 0
     */
    public void copyTo(Events other, int index) {
        int at = index * WORDS;
        other.add(words[at], words[at + 1], words[at + 2], words[at + 3], words[at + 4]);
    }

    /**
     * Counts events as lost that were made but never added.
     *
     * @param number how many
     */
    public void addLost(long number) {
        made += number;
        lost += number;
    }

    private void room() {
        if (size == most) {
            int dropped = Math.max(1, most / 8);
            System.arraycopy(words, dropped * WORDS, words, 0, (size - dropped) * WORDS);
            size -= dropped;
            lost += dropped;
        } else if (size * WORDS == words.length) {
            words = Arrays.copyOf(words, Math.min(most, size + size / 2) * WORDS);
        }
    }

    /** Sorts the events by time; the sort is stable. */
    public void sort() {
        sort(0);
    }

    /**
     * Sorts the events from an index on, as {@link #sort()} does.
     *
     * @param from the first one
     */
    public void sort(int from) {
        int first = from;
        while (first + 1 < size && time(first) <= time(first + 1)) {
            first++;
        }
        if (first + 1 < size) {
            TimeOrder.sort(words, from, size);
        }
    }

    /** Removes all events and resets the counts. */
    public void clear() {
        size = 0;
        made = 0;
        lost = 0;
    }

    /** {@return the number of events} */
    public int size() {
        return size;
    }

    /** {@return the number of events that were made, including the lost ones} */
    public long made() {
        return made;
    }

    /** {@return the number of lost events: overwritten before they were read, or dropped here} */
    public long lost() {
        return lost;
    }

    /** {@return names and domains of the events} */
    public Dictionary dictionary() {
        return dictionary;
    }

    /** {@return the clock of the times} */
    public Clock clock() {
        return clock;
    }

    /**
     * {@return the time in nanoseconds of the clock; of an interval, its end}
     *
     * @param index from 0
     */
    public long time(int index) {
        return words[index * WORDS];
    }

    /**
     * {@return when an interval began; of an event without duration, its time}
     *
     * @param index from 0
     */
    public long began(int index) {
        boolean interval =
                switch (kind(index)) {
                    case BUSY, PIECE, WAIT -> true;
                    case ENDED -> lane(index) != NOWHERE;
                    default -> false;
                };
        return interval ? Math.min(time(index), other(index)) : time(index);
    }

    private long head(int index) {
        return words[index * WORDS + 1];
    }

    /**
     * {@return the kind}
     *
     * @param index from 0
     */
    public Kind kind(int index) {
        return Kind.of((int) (head(index) >>> 56));
    }

    /**
     * {@return the ordinal of a constant of the enum that the kind names}
     *
     * @param index from 0
     */
    public int detail(int index) {
        return (int) (head(index) >>> 48) & 0xFF;
    }

    /**
     * {@return the number of a domain, or {@link #NOWHERE}}
     *
     * @param index from 0
     */
    public int domain(int index) {
        return (int) (head(index) >>> 36) & 0xFFF;
    }

    /**
     * {@return the number of a lane, or {@link #NOWHERE}}
     *
     * @param index from 0
     */
    public int lane(int index) {
        return (int) (head(index) >>> 24) & 0xFFF;
    }

    /**
     * {@return the number of its name}
     *
     * @param index from 0
     */
    public int nameNumber(int index) {
        return (int) head(index) & 0xFFFFFF;
    }

    /**
     * {@return its name, or an empty string}
     *
     * @param index from 0
     */
    public String name(int index) {
        return dictionary.name(nameNumber(index));
    }

    /**
     * {@return an action}
     *
     * @param index from 0
     */
    public long subject(int index) {
        return words[index * WORDS + 2];
    }

    /**
     * {@return a value defined by the kind}
     *
     * @param index from 0
     */
    public long other(int index) {
        return words[index * WORDS + 3];
    }

    /**
     * {@return a value defined by the kind}
     *
     * @param index from 0
     */
    public long amount(int index) {
        return words[index * WORDS + 4];
    }

    /**
     * {@return an event as a value}
     *
     * @param index from 0
     */
    public Event get(int index) {
        return new Event(
                kind(index),
                time(index),
                detail(index),
                domain(index),
                lane(index),
                name(index),
                subject(index),
                other(index),
                amount(index));
    }
}
