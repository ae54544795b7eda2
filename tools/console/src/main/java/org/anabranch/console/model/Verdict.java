package org.anabranch.console.model;

import org.anabranch.api.JobRuns;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the numbers say, in sentences: what goes on, and what costs the most, with advice. */
final class Verdict {
    private static final double WORTH_SAYING = 0.2;
    private static final double MUCH = 0.05;
    private static final Map<String, String> LOST =
            Map.of(
                    "transfer", "transfers of ",
                    "data", "data at ",
                    "overhead", "a lane of ");

    private Verdict() {}

    /** {@return one sentence} */
    static String sentence(
            List<Map<String, Object>> domains, List<JobRuns.Run> running, LogModel log) {
        long busy = domains.stream().filter(one -> share(one, "busy") >= 0.01).count();
        StringBuilder text = new StringBuilder();
        if (running.isEmpty()) {
            text.append("No job runs: ");
        } else {
            double seconds = running.stream().mapToDouble(JobRuns.Run::seconds).max().orElse(0);
            text.append(running.size() == 1 ? "One job runs" : running.size() + " jobs run");
            text.append(String.format(Locale.ROOT, ", for %.0f s: ", seconds));
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d of %d domain%s busy",
                        busy,
                        domains.size(),
                        domains.size() == 1 ? " was" : "s were"));
        text.append(" in the last minute").append(waiting(domains)).append("; ");
        text.append(log.failed == 0 ? "nothing failed; " : log.failed + " failed; ");
        text.append(
                !log.isRead()
                        ? "there is no event log."
                        : log.lost == 0
                                ? "no events lost."
                                : String.format(Locale.ROOT, "%,d events lost.", log.lost));
        return text.toString();
    }

    /** {@return what most of the time went to that was not work, if that is much} */
    private static String waiting(List<Map<String, Object>> domains) {
        double most = MUCH;
        String words = "";
        for (Map<String, Object> domain : domains) {
            for (Map.Entry<String, String> lost : LOST.entrySet()) {
                double value = share(domain, lost.getKey());
                if (value >= most) {
                    most = value;
                    words = ", waiting mostly for " + lost.getValue() + domain.get("id");
                }
            }
        }
        return words;
    }

    private static double share(Map<String, Object> domain, String name) {
        return domain.get("shares") instanceof Map<?, ?> shares
                        && shares.get(name) instanceof Double value
                ? value
                : Double.NaN;
    }

    /** {@return what costs the most first} */
    static List<Map<String, Object>> causes(List<Map<String, Object>> domains, LogModel log) {
        List<Map<String, Object>> causes = new ArrayList<>();
        for (Map<String, Object> domain : domains) {
            cause(
                    causes,
                    domain,
                    "transfer",
                    "moves data instead of computing",
                    "Keep data where it is used: larger tiles, fewer domains, prefetch.");
            cause(
                    causes,
                    domain,
                    "data",
                    "waits for data",
                    "Prefetch earlier, or have the producer run where the consumer does.");
            cause(
                    causes,
                    domain,
                    "overhead",
                    "has work that waits for a lane",
                    "Tasks may be tiny: larger tiles; or one lane is the bottleneck.");
            cause(
                    causes,
                    domain,
                    "none",
                    "has no work",
                    "There is too little parallelism, or its share is too small: more, smaller"
                            + " pieces, or a shared loop.");
        }
        tiny(causes, log);
        causes.sort((a, b) -> Double.compare((double) b.get("share"), (double) a.get("share")));
        return causes;
    }

    private static void tiny(List<Map<String, Object>> causes, LogModel log) {
        log.kernels.forEach(
                (key, durations) -> {
                    if (durations.count() > 1000 && durations.quantile(0.5) < 5_000) {
                        causes.add(
                                Map.of(
                                        "share",
                                        0.0,
                                        "what",
                                        key.name() + " is tiny: half of its runs take under 5 µs",
                                        "advice",
                                        "Give each action more to do."));
                    }
                });
    }

    private static void cause(
            List<Map<String, Object>> causes,
            Map<String, Object> domain,
            String share,
            String what,
            String advice) {
        double value = share(domain, share);
        if (value >= WORTH_SAYING) {
            String text =
                    String.format(
                            Locale.ROOT, "%s %s for %.0f %%", domain.get("id"), what, 100 * value);
            causes.add(Map.of("share", value, "what", text, "advice", advice));
        }
    }
}
