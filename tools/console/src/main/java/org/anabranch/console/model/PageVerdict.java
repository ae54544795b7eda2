package org.anabranch.console.model;

import org.anabranch.api.JobRuns;
import org.anabranch.events.TimePart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The verdict on the figures, in sentences: the current activity and the largest costs, with
 * advice.
 */
final class PageVerdict {
    private static final double WORTH_SAYING = 0.2;
    private static final double NANOS = 1e9;
    private static final double MUCH = 0.05;
    private static final Map<String, String> LOST =
            Map.of(
                    "transfer", "transfers of ",
                    "data", "data at ",
                    "overhead", "a lane of ");

    private PageVerdict() {}

    /** {@return one sentence} */
    static String sentence(
            List<Map<String, Object>> domains, List<JobRuns.Run> running, long span, LogModel log) {
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
        text.append(String.format(Locale.ROOT, " in the last %.0f s", span / NANOS));
        text.append(waiting(domains)).append("; ");
        text.append(log.failed == 0 ? "nothing failed; " : log.failed + " failed; ");
        text.append(
                !log.isRead()
                        ? "there is no event log."
                        : log.lost == 0
                                ? "no events lost."
                                : String.format(Locale.ROOT, "%,d events lost.", log.lost));
        return text.toString();
    }

    /** {@return the largest part of time that is not work, if it is large} */
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

    /** {@return the causes, the largest first} */
    static List<Map<String, Object>> causes(List<Map<String, Object>> domains, LogModel log) {
        List<Map<String, Object>> causes = new ArrayList<>();
        for (Map<String, Object> domain : domains) {
            for (TimePart part : TimePart.values()) {
                double value = share(domain, name(part));
                if (part != TimePart.BUSY && value >= WORTH_SAYING) {
                    String text = domain.get("id") + " " + part.words() + " for " + percent(value);
                    causes.add(Map.of("share", value, "what", text, "advice", part.advice()));
                }
            }
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

    private static String name(TimePart part) {
        return part.name().toLowerCase(Locale.ROOT);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %% of its time", 100 * share);
    }
}
