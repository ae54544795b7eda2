package org.anabranch.events;

import java.util.Arrays;

/** A stable sort of events by time: a merge sort that is fast on sorted input. */
final class TimeOrder {
    private static final int WORDS = Events.WORDS;

    private final long[] words;
    private final int[] order;
    private final int[] spare;

    private TimeOrder(long[] words, int from, int to) {
        this.words = words;
        this.order = new int[to - from];
        this.spare = new int[to - from];
        for (int i = 0; i < order.length; i++) {
            order[i] = from + i;
        }
    }

    /** Sorts the events of an interval of indices. */
    static void sort(long[] words, int from, int to) {
        TimeOrder sorted = new TimeOrder(words, from, to);
        sorted.sort(0, to - from);
        long[] old = Arrays.copyOfRange(words, from * WORDS, to * WORDS);
        for (int i = 0; i < sorted.order.length; i++) {
            int at = (sorted.order[i] - from) * WORDS;
            System.arraycopy(old, at, words, (from + i) * WORDS, WORDS);
        }
    }

    private long time(int event) {
        return words[event * WORDS];
    }

    private void sort(int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(from, middle);
        sort(middle, to);
        if (time(order[middle - 1]) <= time(order[middle])) {
            return;
        }
        System.arraycopy(order, from, spare, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            boolean second = right < to && time(order[right]) < time(spare[left]);
            order[at] = second ? order[right++] : spare[left++];
        }
    }
}
