package org.anabranch.scheduler.place;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The choice of a domain, as a function. */
class ForecastTest {
    private static final double MILLI = 1e6;

    private static Option known(double waiting, double data, double home, double runs) {
        return new Option(
                waiting * MILLI,
                data * MILLI,
                0,
                home * MILLI,
                true,
                runs * MILLI,
                false,
                0,
                false);
    }

    private static Option unknown(double data, double guess) {
        return new Option(0, data * MILLI, 0, 0, false, guess * MILLI, false, 0, false);
    }

    private static Option tried(double data, double guess, double since) {
        return new Option(0, data * MILLI, 0, 0, false, guess * MILLI, true, since * MILLI, false);
    }

    private static Option due(double waiting, double runs) {
        return new Option(waiting * MILLI, 0, 0, 0, true, runs * MILLI, false, 0, true);
    }

    private static int choose(Option... options) {
        return Forecast.choose(List.of(options), true);
    }

    @Test
    void whereItWillHaveEndedFirst() {
        assertEquals(1, choose(known(0, 0, 0, 1), known(0, 0, 0, 0.9)), "the faster one");
        assertEquals(0, choose(known(0, 0, 0, 1), known(1, 0, 0, 0.9)), "that is busy");
        assertEquals(0, choose(known(0, 0, 0, 1), known(0, 0.5, 0, 0.9)), "that has no data");
        assertEquals(1, choose(known(1.5, 0, 0, 1), known(1, 0.9, 0, 1)), "copied meanwhile");
        assertEquals(0, choose(known(0, 0, 0, 1), known(0, 0, 0.5, 0.9)), "far from home");
        assertEquals(0, choose(known(0, 0, 0, 1), known(0, 0, 0, 1)), "the first of equals");
    }

    @Test
    void onceInEachDomainWhileNothingIsKnown() {
        assertEquals(1, choose(unknown(0.1, 0), unknown(0, 0)), "where the data is");
        assertEquals(0, choose(unknown(0.1, 0), tried(0, 0, 0.1)), "and then elsewhere");
        assertEquals(Forecast.LATER, choose(tried(0.1, 0, 1), tried(0, 0, 0.1)));
        assertEquals(
                1, Forecast.choose(List.of(tried(0.1, 0, 1), tried(0, 0, 0.1)), false), "at once");
    }

    @Test
    void whatIsTriedTakesAtLeastAsLongAsItDoes() {
        assertEquals(
                Forecast.LATER, choose(known(0.5, 0, 0, 1), tried(0, 1, 1.2)), "it may be over");
        assertEquals(0, choose(known(0.5, 0, 0, 1), tried(0, 1, 1.6)), "it is not");
        assertEquals(0, choose(known(0, 0, 0, 1), tried(0, 0.1, 0.1)), "nobody is idle for that");
        assertEquals(
                0, Forecast.choose(List.of(known(0.5, 0, 0, 1), tried(0, 1, 1.2)), false), "now");
    }

    @Test
    void whatWouldOnlyWaitIsKeptBack() {
        assertEquals(0, choose(known(1.9, 0, 0, 0.1)));
        assertEquals(Forecast.LATER, choose(known(2.1, 0, 0, 0.1)));
        assertEquals(Forecast.LATER, choose(known(0, 2.1, 0, 0.1)), "for the link, too");
        assertEquals(0, choose(known(30, 0, 0, 10)), "long ones are given ahead all the same");
        assertEquals(
                Forecast.LATER,
                choose(known(3, 0, 0, 0.5), known(0, 0, 0, 9)),
                "rather than go where it takes longer");
        assertEquals(0, Forecast.choose(List.of(known(2.1, 0, 0, 0.1)), false));
    }

    @Test
    void nobodyIsKeptBackForNothingButHisOwnCopies() {
        Option far = new Option(0, 9 * MILLI, 9 * MILLI, 0, true, MILLI, false, 0, false);
        assertEquals(0, choose(far));
        Option behind = new Option(0, 9 * MILLI, 8 * MILLI, 0, true, MILLI, false, 0, false);
        assertEquals(Forecast.LATER, choose(behind));
    }

    @Test
    void whatLooksWorseIsTriedWhenThatIsDueAndItsDomainHasNothingToDo() {
        assertEquals(1, choose(known(0, 0, 0, 1), due(0, 5)));
        assertEquals(0, choose(known(0, 0, 0, 1), due(0.1, 5)));
    }

    /** List scheduling: of what is dealt out one by one all domains have their part. */
    @Test
    void aFloodIsDealtOutBySpeed() {
        double[] free = new double[3];
        double[] runs = {1, 0.1, 0.5};
        int[] dealt = new int[3];
        for (int i = 0; i < 1300; i++) {
            List<Option> options = new ArrayList<>();
            for (int d = 0; d < 3; d++) {
                options.add(known(free[d], 0, 0, runs[d]));
            }
            int best = Forecast.choose(options, false);
            free[best] += runs[best];
            dealt[best]++;
        }
        assertEquals(1300.0 / 13, dealt[0], 2);
        assertEquals(13_000.0 / 13, dealt[1], 4);
        assertEquals(2 * 1300.0 / 13, dealt[2], 2);
    }
}
