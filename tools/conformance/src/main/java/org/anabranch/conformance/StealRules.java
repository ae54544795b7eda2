package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.host;
import static org.anabranch.conformance.Bench.require;

import org.anabranch.conformance.Bench.Array;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.StealPort.Stolen;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The checks of chapter 5: stealing. */
final class StealRules {
    private static final int ELEMENTS = 4096;

    private StealRules() {}

    private static StealPort port(Bench bench) {
        return bench.device
                .stealPort()
                .orElseThrow(() -> new NotApplicableException("the device has no steal port"));
    }

    static void rule_5_1_an_accepted_offer_completes_exactly_once(Subject subject)
            throws Exception {
        int offers = subject.rounds(200);
        List<CountedCompletion> accepted = new ArrayList<>();
        List<CountedCompletion> refused = new ArrayList<>();
        try (Bench bench = new Bench(subject)) {
            StealPort port = port(bench);
            require(port.hungry() >= 0, "hungry returned a negative number");
            Array array = bench.array(offers);
            bench.fill(array, host(offers, 0));
            boolean[] taken = new boolean[offers];
            for (int i = 0; i < offers; i++) {
                CountedCompletion told = bench.told("an accepted offer");
                taken[i] = port.offer(bench.addition(array, i, i + 1, 1), told);
                (taken[i] ? accepted : refused).add(told);
                if (!taken[i] && i % 3 == 0 && !accepted.isEmpty()) {
                    accepted.getLast().succeeds();
                }
            }
            require(!accepted.isEmpty(), "every offer was refused");
            for (CountedCompletion told : accepted) {
                told.succeeds();
            }
            long[] seen = bench.elements(array);
            for (int i = 0; i < offers; i++) {
                require(
                        seen[i] == (taken[i] ? 1 : 0),
                        "an offer that was %s ran %s times"
                                .formatted(taken[i] ? "accepted" : "refused", seen[i]));
            }
        }
        subject.linger();
        accepted.forEach(CountedCompletion::once);
        require(
                refused.stream().allMatch(told -> told.calls() == 0),
                "a refused offer was completed");
    }

    static void rule_5_2_what_is_stolen_has_not_begun_and_is_waited_for(Bench bench)
            throws Exception {
        StealPort port = port(bench);
        Array array = bench.array(ELEMENTS);
        for (int round = 0; round < bench.subject.rounds(20); round++) {
            bench.fill(array, host(ELEMENTS, 0));
            stealWhileItRuns(bench, port, array);
            for (long value : bench.elements(array)) {
                require(
                        value == 1,
                        "an element of a loop that was stolen from was run " + value + " times");
            }
        }
    }

    /**
     * Offers one loop over all elements in several parts; the kit steals and runs as many tasks as
     * it can.
     */
    private static void stealWhileItRuns(Bench bench, StealPort port, Array array)
            throws Exception {
        int offers = 8;
        int share = ELEMENTS / offers;
        CountedCompletion[] ends = new CountedCompletion[offers];
        List<Stolen> loot = new ArrayList<>();
        for (int i = 0; i < offers; i++) {
            ends[i] = bench.told("an offer that was stolen from");
            while (!port.offer(
                    bench.addition(array, (long) i * share, (long) (i + 1) * share, 1), ends[i])) {
                TimeUnit.MICROSECONDS.sleep(50);
            }
            Stolen stolen = port.steal();
            if (stolen != null) {
                loot.add(stolen);
            }
        }
        for (Stolen stolen : loot) {
            CountedCompletion told = bench.told("a stolen part");
            bench.device.run(bench.order(0), stolen.launch(), told);
            told.succeeds();
        }
        bench.subject.linger();
        for (Stolen stolen : loot) {
            int offer = Math.toIntExact(stolen.launch().piece().low(0) / share);
            require(!ends[offer].isTold(), "a task ended before a part that was stolen from it");
        }
        loot.forEach(stolen -> stolen.completion().done());
        for (CountedCompletion end : ends) {
            end.succeeds();
        }
    }
}
