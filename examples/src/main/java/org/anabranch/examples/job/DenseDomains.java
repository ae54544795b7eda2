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
 * The choice of domains for a dense job. Domains that are the same processor, such as the host and
 * an OpenCL driver for processors, would slow each other down, so only one of them is used. It is
 * the fastest at a product that the first such job of the process runs on each; a domain other than
 * the host must also make up for the transfer of the matrix. If the work is no more than a few of
 * those products, a host with a BLAS is used without a trial.
 */
public final class DenseDomains {
    private static final String TEXT = "OpenCL C";
    private static final double MOVED = 1.05;
    private static final double WORTH_TRYING = 1e10;

    private DenseDomains() {}

    /**
     * Leaves out slower domains of the same processor, if together the domains have more processors
     * than the machine.
     *
     * @param platform whose domains they are
     * @param domains the user's choice, at least one
     * @param flops amount of work
     * @param most the kernel that does most of the work; a domain that cannot run it is not tried
     * @param progress receives a message about domains left out
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
            Map<Domain, Double> tried = DomainSpeeds.rates(platform, able);
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

    /** Returns the fastest by GFLOP/s; of equal ones the host, which has the matrix. */
    static Domain fastest(Map<Domain, Double> tried) {
        return Collections.max(
                tried.keySet(),
                Comparator.comparing(domain -> tried.get(domain) * (domain.isHost() ? MOVED : 1)));
    }

    private static String told(Map.Entry<Domain, Double> tried) {
        return "%s %.1f".formatted(tried.getKey().id(), tried.getValue());
    }

    /**
     * Returns the arithmetic that computes tiles, for a person.
     *
     * @param domains the domains
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
