package org.anabranch.k2h.bench;

import org.anabranch.k2h.policy.HybridPolicy.Kind;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.RuntimeOptions.ArmTasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Each claim of the paper's section V, and each of ours, beside what the simulation gives. */
public final class Claims {
    private final Figures figures;
    private final List<Claim> claims = new ArrayList<>();

    /**
     * A claim and what came of it.
     *
     * @param id short name
     * @param text what is claimed
     * @param number what the simulation gives
     * @param holds whether it holds, by the means
     */
    public record Claim(String id, String text, String number, boolean holds) {}

    /**
     * Judges claims.
     *
     * @param figures with all three benchmarks
     */
    public Claims(Figures figures) {
        this.figures = figures;
    }

    /** {@return all claims, judged} */
    public List<Claim> all() {
        claims.clear();
        stores();
        dspOnly();
        crossing(Kind.PAPER);
        rises(Kind.PAPER);
        steals();
        flushes();
        stolenFlushes();
        ours();
        return List.copyOf(claims);
    }

    /** {@return the claims that the paper's conclusions rest on, and ours, judged} */
    public List<Claim> key() {
        claims.clear();
        crossing(Kind.PAPER);
        flushes();
        ours();
        return List.copyOf(claims);
    }

    private Measurement hybrid(String name, int workers, Kind policy) {
        return figures.speedup(name, RuntimeOptions.hybrid(workers).with(policy));
    }

    private Measurement eightDsps(String name, Kind policy) {
        return figures.speedup(name, RuntimeOptions.dspOnly(8).with(policy));
    }

    private void stores() {
        double least = Double.MAX_VALUE;
        double most = 0;
        Chart ignored = figures.figure4();
        for (String name : figures.names()) {
            double fifo = nanos(name, ArmTasks.FIFO_HW);
            for (ArmTasks store : ArmTasks.values()) {
                double ratio = fifo / nanos(name, store);
                least = Math.min(least, ratio);
                most = Math.max(most, ratio);
            }
        }
        add(
                "stores",
                "figure 4: deque, FIFO and LIFO queues on ARM are roughly the same (within 10 %)",
                String.format(Locale.ROOT, "%.2f to %.2f of FIFO", least, most),
                ignored != null && least >= 0.9 && most <= 1.1);
    }

    private double nanos(String name, ArmTasks store) {
        return Measurement.of(
                        figures.runs(name, RuntimeOptions.hybrid(4).with(store)), RunReport::nanos)
                .mean();
    }

    private void dspOnly() {
        for (String name : figures.names()) {
            boolean rising = true;
            double before = 0;
            StringBuilder numbers = new StringBuilder();
            for (int dsps = 1; dsps <= 8; dsps++) {
                double now = figures.speedup(name, RuntimeOptions.dspOnly(dsps)).mean();
                rising &= now > before;
                before = now;
                numbers.append(String.format(Locale.ROOT, dsps == 1 ? "%.2f" : ", %.2f", now));
            }
            add(
                    "dsp-" + name,
                    "figure 6a: " + name + " on 1 to 8 DSPs speeds up with each",
                    numbers.toString(),
                    rising);
        }
    }

    private void crossing(Kind policy) {
        for (String name : List.of("NBody", "Series")) {
            Measurement all = hybrid(name, 12, policy);
            Measurement dsps = eightDsps(name, policy);
            add(
                    "beats-" + name,
                    "figure 6b: " + name + ", 12 workers beat 8 DSPs",
                    all + " to " + dsps,
                    all.mean() > dsps.mean());
        }
        Measurement all = hybrid("Matmul", 12, policy);
        Measurement dsps = eightDsps("Matmul", policy);
        add(
                "not-beats-Matmul",
                "figure 6b: Matmul, 12 workers do not beat 8 DSPs",
                all + " to " + dsps,
                all.mean() <= dsps.mean());
        Measurement five = hybrid("Matmul", 5, policy);
        Measurement four = hybrid("Matmul", 4, policy);
        add(
                "five-Matmul",
                "figure 6b: Matmul, 5 workers are slower than 4",
                five + " to " + four,
                five.mean() < four.mean());
    }

    private void rises(Kind policy) {
        boolean rising = true;
        for (String name : figures.names()) {
            rising &=
                    hybrid(name, 12, policy).mean() > hybrid(name, 8, policy).mean()
                            && hybrid(name, 8, policy).mean() > hybrid(name, 4, policy).mean()
                            && hybrid(name, 4, policy).mean() > hybrid(name, 1, policy).mean();
        }
        add(
                "rises",
                "figure 6b: more workers speed up all benchmarks (1, 4, 8, 12)",
                rising ? "each step" : "not each step",
                rising);
    }

    private void steals() {
        RuntimeOptions five = RuntimeOptions.hybrid(5);
        Measurement steals = figures.hybridSteals("Matmul", five);
        add(
                "steals-Matmul",
                "figure 7a: 67 % of Matmul's steals with 5 workers are hybrid (60 to 74), if a"
                        + " thief asks all of its own side first",
                steals + " %",
                Math.abs(steals.mean() - 67) <= 7);
        Measurement one = figures.hybridSteals("Matmul", five.with(Reading.ONE_VICTIM));
        add(
                "steals-one-victim",
                "the same, if \"first try a local steal\" means to ask one of them",
                one + " %",
                Math.abs(one.mean() - 67) <= 7);
        double others = 0;
        for (String name : List.of("NBody", "Series")) {
            others =
                    Math.max(
                            others,
                            Measurement.of(
                                            figures.runs(name, RuntimeOptions.hybrid(5)),
                                            RunReport::hybridStealPercent)
                                    .mean());
        }
        add(
                "steals-others",
                "figure 7a: NBody and Series have much fewer (less than half of Matmul's share)",
                String.format(Locale.ROOT, "at most %.1f %%", others),
                others < steals.mean() / 2);
    }

    private void flushes() {
        Measurement flushes =
                Measurement.of(
                        figures.runs("Matmul", RuntimeOptions.hybrid(5)),
                        RunReport::flushesPerArmTask);
        add(
                "flushes",
                "figure 7b: Matmul flushes about once for two ARM tasks (0.4 to 0.6), 5 workers;"
                        + " follows from asyncs and buffers per finish",
                flushes.toString(),
                Math.abs(flushes.mean() - 0.5) <= 0.1);
        double other = 0;
        for (String name : List.of("NBody", "Series")) {
            other =
                    Math.max(
                            other,
                            Measurement.of(
                                            figures.runs(name, RuntimeOptions.hybrid(5)),
                                            RunReport::flushesPerArmTask)
                                    .mean());
        }
        add(
                "flushes-others",
                "figure 7b: much more often than NBody and Series (at least twice), 5 workers",
                String.format(Locale.ROOT, "at most %.2f", other),
                other * 2 <= flushes.mean());
    }

    private void stolenFlushes() {
        Measurement all =
                Measurement.of(
                        figures.runs("Matmul", RuntimeOptions.hybrid(5)),
                        RunReport::allFlushesPerArmTask);
        add(
                "flushes-all",
                "figure 7b, counting also the scopes around tasks stolen from DSPs (0.4 to 0.6)",
                all.toString(),
                Math.abs(all.mean() - 0.5) <= 0.1);
    }

    private void ours() {
        Kind ours = Kind.COST_AWARE;
        Measurement five = hybrid("Matmul", 5, ours);
        Measurement four = hybrid("Matmul", 4, ours);
        add(
                "ours-five",
                "ours: Matmul, 5 workers at least as fast as 4",
                five + " to " + four,
                five.mean() >= four.mean());
        for (String name : figures.names()) {
            Measurement all = hybrid(name, 12, ours);
            Measurement dsps = eightDsps(name, ours);
            add(
                    "ours-" + name,
                    "ours: " + name + ", 12 workers at least as fast as 8 DSPs",
                    all + " to " + dsps,
                    all.mean() >= dsps.mean());
        }
    }

    private void add(String id, String text, String number, boolean holds) {
        claims.add(new Claim(id, text, number, holds));
    }
}
