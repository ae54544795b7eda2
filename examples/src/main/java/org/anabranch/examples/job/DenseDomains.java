package org.anabranch.examples.job;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Platform;
import org.anabranch.dense.Arithmetics;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The domains that a job of dense matrices uses. Those that are one processor under several names,
 * as the host and an OpenCL driver for processors, would only take it from each other, so one of
 * them is used: the one that is fastest at a product that the first such job of the process tries,
 * where others must beat the host by what it costs to move the matrix. If the work is no more than
 * a few of those products, a host with a BLAS is used untried.
 */
public final class DenseDomains {
    private static final String TEXT = "OpenCL C";
    private static final double MOVED = 1.05;
    private static final double WORTH_TRYING = 1e10;

    private DenseDomains() {}

    /**
     * Leaves the slower ones of one processor out, if together they have more processors than there
     * are.
     *
     * @param platform whose domains they are
     * @param domains what the user chose, at least one
     * @param flops how much work it is
     * @param most the kernel that most of the work is; a domain that cannot run it is not tried
     * @param progress is told what is left out, and why
     * @return those to use, at least one, in order
     */
    public static List<Domain> worthwhile(
            Platform platform,
            List<Domain> domains,
            double flops,
            Kernel most,
            PrintWriter progress) {
        List<Domain> one = domains.stream().filter(DenseDomains::isHostProcessor).toList();
        int processors = one.stream().mapToInt(domain -> domain.processors().count()).sum();
        if (one.size() < 2 || processors <= platform.host().processors().count()) {
            return domains;
        }
        List<Domain> able =
                one.stream()
                        .filter(each -> !Collections.disjoint(each.formats(), most.formats()))
                        .toList();
        if (able.isEmpty()) {
            return domains;
        }
        Domain best = able.getFirst();
        String why = "no other has a format of " + most.name();
        boolean little = flops < WORTH_TRYING && Arithmetics.isNative();
        Optional<Domain> host = able.stream().filter(Domain::isHost).findFirst();
        if (able.size() > 1 && little && host.isPresent()) {
            best = host.get();
            why = "it has a BLAS, and there is little to do";
        } else if (able.size() > 1) {
            Map<Domain, Double> tried = Trials.rates(platform, able);
            best = fastest(tried);
            why =
                    tried.entrySet().stream()
                            .map(DenseDomains::told)
                            .collect(Collectors.joining(", ", "GFLOP/s: ", ""));
        }
        progress.println(
                "one processor under several names: %s is used (%s)".formatted(best.id(), why));
        List<Domain> left = new ArrayList<>(domains);
        left.removeAll(one);
        left.add(domains.indexOf(one.getFirst()), best);
        return left;
    }

    private static boolean isHostProcessor(Domain domain) {
        return domain.isHost() || "cpu".equals(domain.properties().get("type"));
    }

    /** By GFLOP/s; of the same the host, where the matrix is. */
    static Domain fastest(Map<Domain, Double> tried) {
        return Collections.max(
                tried.keySet(),
                Comparator.comparing(domain -> tried.get(domain) * (domain.isHost() ? MOVED : 1)));
    }

    private static String told(Map.Entry<Domain, Double> tried) {
        return "%s %.1f".formatted(tried.getKey().id(), tried.getValue());
    }

    /**
     * Whose arithmetic tiles are computed by, for a person.
     *
     * @param domains where
     * @return words
     */
    public static String kernels(List<Domain> domains) {
        return domains.stream()
                .map(
                        domain ->
                                domain.formats().contains(KernelCode.JAVA)
                                        ? Arithmetics.describe()
                                        : TEXT)
                .distinct()
                .collect(Collectors.joining(" and "));
    }
}
