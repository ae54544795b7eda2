package org.anabranch.scheduler.place;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What is learnt of domains, and who is kept how long; in a time of the test's own. */
class PlacesTest {
    private static final long MILLI = 1_000_000;

    private long now = MILLI;
    private Runnable alarm;
    private final Places places = new Places(() -> now, (nanos, what) -> alarm = what);
    private final KernelHistory history = new KernelHistory();
    private final Site host = new Site("host", new ComputeUnits(2, 1), null);
    private final Site card = new Site("card:0", new ComputeUnits(1, 0), new Link());

    /** Seeks a place for a kernel without data. */
    private static final class Work implements Places.Seeker {
        private final SizeTimes times;
        private final List<Site> sites;
        private Placed placed;
        private int site = -1;
        private boolean wanted = true;
        private int wentOn;
        private double rank;

        /** Returns true if it has a place, and has not been run. */
        boolean isRunning() {
            return placed != null && placed.nanos() == 0;
        }

        Work(SizeTimes times, Site... sites) {
            this.times = times;
            this.sites = List.of(sites);
        }

        @Override
        public Survey survey(long now) {
            return wanted
                    ? new Survey(times, sites, new double[sites.size()], new double[sites.size()])
                    : null;
        }

        @Override
        public double rank(Map<Object, Double> known) {
            return rank;
        }

        @Override
        public void take(int number, Placed place) {
            site = number;
            placed = place;
        }

        @Override
        public void goOn() {
            wentOn++;
        }
    }

    private Work work(Site... sites) {
        Work work = new Work(history.of(1000, 0), sites);
        boolean placed = places.seek(work, true);
        assertEquals(placed, work.placed != null);
        return work;
    }

    private void run(Work work, double millis) {
        work.placed.starts(now);
        now += (long) (millis * MILLI);
        end(work, millis);
    }

    private void end(Work work, double millis) {
        work.placed.took((long) (millis * MILLI));
        places.ends(work.placed, true);
        places.offer();
    }

    /** Has both measured. */
    private void learn(Site one, double oneMillis, Site other, double otherMillis) {
        Work first = work(one, other);
        Work second = work(one, other);
        assertEquals(List.of(0, 1), List.of(first.site, second.site), "each is tried once");
        first.placed.starts(now);
        second.placed.starts(now);
        now += (long) (otherMillis * MILLI);
        end(second, otherMillis);
        now += (long) ((oneMillis - otherMillis) * MILLI);
        end(first, oneMillis);
    }

    @Test
    void nothingIsGivenTwiceToADomainThatIsNotKnownYet() {
        Work first = work(host, card);
        Work second = work(host, card);
        Work third = work(host, card);
        assertEquals(List.of(0, 1), List.of(first.site, second.site));
        assertNull(third.placed);
        run(second, 0.1);
        assertEquals(1, third.site, "what is known goes on");
        assertEquals(1, third.wentOn);
    }

    @Test
    void onOneSiliconTheFasterDomainDoesItAll() {
        Site pocl = new Site("opencl:0", host.silicon, new Link());
        learn(host, 1, pocl, 0.9999);
        learnMore(host, 1, pocl, 2);
        for (int i = 0; i < 20; i++) {
            assertTrue(work(host, pocl).site < 1, "rather than there it waits");
        }
    }

    /** The measured times turn out to be different. */
    private void learnMore(Site one, double oneMillis, Site other, double otherMillis) {
        for (int i = 0; i < 20; i++) {
            run(work(one), oneMillis);
            run(work(other), otherMillis);
        }
    }

    @Test
    void onTwoSiliconsTheSlowerOneHelps() {
        learn(host, 1, card, 0.9999);
        learnMore(host, 1, card, 2);
        int helped = 0;
        for (int i = 0; i < 6; i++) {
            helped += work(host, card).site;
        }
        assertTrue(helped > 0);
    }

    @Test
    void keptWorkGoesOnInOrderAsSoonAsThereIsRoom() {
        learn(host, 1, card, 0.1);
        List<Work> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(work(card));
        }
        int given = (int) all.stream().filter(one -> one.placed != null).count();
        assertTrue(given > 10 && given < 40, "given at once: " + given);
        for (Work one : all) {
            assertEquals(0, one.site, "each has its place when it is its turn");
            run(one, 0.1);
        }
    }

    /** So many that each is kept, of growing rank: then they end one after the other. */
    private List<Work> flood(double rankOfEach) {
        learn(host, 1, card, 0.1);
        List<Work> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Work one = new Work(history.of(1000, 0), card);
            one.rank = i * rankOfEach;
            places.seek(one, true);
            all.add(one);
        }
        return all;
    }

    /** Ends all that have a place, and again; returns who was kept, in the order of their turn. */
    private List<Integer> turns(List<Work> all) {
        List<Integer> turns = new ArrayList<>();
        List<Work> given = new ArrayList<>(all.stream().filter(one -> one.placed != null).toList());
        for (int next = 0; next < all.size(); next++) {
            run(given.get(next), 0.1);
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).placed != null && !given.contains(all.get(i))) {
                    given.add(all.get(i));
                    turns.add(i);
                }
            }
        }
        return turns;
    }

    @Test
    void ofThoseWhoWereKeptTheLongestWayIsFirst() {
        List<Integer> turns = turns(flood(MILLI));
        assertTrue(turns.size() > 20);
        assertEquals(turns.stream().sorted(Comparator.reverseOrder()).toList(), turns);
    }

    @Test
    void ofEqualsTheFirstIsFirst() {
        List<Integer> turns = turns(flood(0));
        assertTrue(turns.size() > 20);
        assertEquals(turns.stream().sorted().toList(), turns);
    }

    @Test
    void waysThatBecameLongerAreSeen() {
        List<Work> all = flood(0);
        for (int i = 0; i < all.size(); i++) {
            all.get(i).rank = i * MILLI;
        }
        List<Integer> turns = turns(all);
        assertTrue(turns.indexOf(59) < turns.size() / 2, "soon: " + turns);
    }

    @Test
    void whoeverIsKeptLongEnoughIsUrgent() {
        List<Work> all = flood(0);
        Work old = all.getLast();
        assertNull(old.placed);
        int turns = 0;
        for (Work running = all.getFirst(); old.placed == null && turns < 1000; turns++) {
            Work urgent = new Work(history.of(1000, 0), card);
            urgent.rank = MILLI;
            places.seek(urgent, true);
            all.add(urgent);
            run(running, 0.1);
            running = all.stream().filter(one -> one.isRunning()).findFirst().orElseThrow();
        }
        assertTrue(turns > 40 && turns < 400, "after " + turns);
    }

    @Test
    void whatIsWantedNoMoreGoesOn() {
        work(card);
        Work kept = work(card);
        assertNull(kept.placed);
        kept.wanted = false;
        places.offer();
        assertEquals(1, kept.wentOn);
        assertNull(kept.placed);
    }

    @Test
    void ifNothingEndsOneAfterTheOtherGetsAPlaceAllTheSame() {
        Work running = work(card);
        Work second = work(card);
        Work third = work(card);
        alarm.run();
        assertEquals(List.of(0, -1), List.of(second.site, third.site));
        end(running, 1);
        Work fourth = work(host, card);
        assertEquals(0, fourth.site);
        alarm.run();
        alarm.run();
        assertEquals(0, third.site);
        assertFalse(places.seek(new Work(history.of(8, 0), card), true) && alarm == null);
    }

    @Test
    void whatEnqueuesFromWithinAKernelIsNotKept() {
        work(card);
        Work urgent = new Work(history.of(1000, 0), card);
        assertTrue(places.seek(urgent, false));
        assertEquals(0, urgent.site);
    }

    @Test
    void aDomainThatLookedBadIsTriedAgainButSeldom() {
        learn(host, 1, card, 0.9999);
        learnMore(host, 1, card, 100);
        int again = 0;
        for (int i = 0; i < 20_000; i++) {
            Work one = work(host, card);
            again += one.site;
            run(one, one.site == 0 ? 1 : 100);
        }
        assertTrue(again > 0, "it may have become better");
        assertTrue(again * 100 < 0.05 * 20_000, "but it costs little: " + again);
    }

    @Test
    void sizesAreKnownApart() {
        learn(host, 1, card, 0.1);
        assertTrue(history.of(1000, 0).in(host).isKnown());
        assertFalse(history.of(4000, 0).in(host).isKnown());
        assertFalse(history.of(1000, 50).in(host).isKnown());
        for (int i = 0; i < 200; i++) {
            history.of(1L << i % 60, i);
        }
        assertFalse(history.of(1000, 0).in(host).isKnown(), "and not for ever");
    }

    @Test
    void aDomainThatComesBackIsKnown() {
        learn(host, 1, card, 0.1);
        Site back = new Site("card:0", new ComputeUnits(1, 0), new Link());
        assertTrue(history.of(1000, 0).in(back).isKnown());
        assertEquals(1, work(host, back).site);
    }
}
