package org.anabranch.examples.job;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.factor.Product;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The domains that a job of dense matrices uses. Those that are one processor under several names,
 * as the host and an OpenCL driver for processors, would only take it from each other, so one of
 * them is used: the one that is fastest at a product that is tried, where others must beat the host
 * by what it costs to move the matrix. If the work is no more than a few of those products, a host
 * with a BLAS is used untried.
 */
public final class DenseDomains {
    private static final String TEXT = "OpenCL C";
    private static final int TRIED = 1024;
    private static final int TURNS = 5;
    private static final long ENOUGH_NANOS = 300_000_000;
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
            Map<Domain, Double> tried = new LinkedHashMap<>();
            able.forEach(domain -> tried.put(domain, rate(platform, domain)));
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

    /** In GFLOP/s, the best of a few turns; code is loaded, and a matrix moved, in the first. */
    private static double rate(Platform platform, Domain domain) {
        Product product = Product.of(TRIED, TRIED, TRIED, platform.host().processors().count());
        long least = Long.MAX_VALUE;
        try (Buffer a = filled(platform);
                Buffer b = filled(platform);
                Buffer c = platform.buffer(JAVA_DOUBLE, TRIED, TRIED);
                Stream stream = domain.stream()) {
            product.enqueue(stream, a, b, c);
            stream.await();
            long begun = System.nanoTime();
            long end = begun;
            for (int turn = 0; turn < TURNS && end - begun < ENOUGH_NANOS; turn++) {
                long start = end;
                product.enqueue(stream, a, b, c);
                stream.await();
                end = System.nanoTime();
                least = Math.min(least, end - start);
            }
        }
        return 2.0 * TRIED * TRIED * TRIED / least;
    }

    private static Buffer filled(Platform platform) {
        Buffer matrix = platform.buffer(JAVA_DOUBLE, TRIED, TRIED);
        MemorySegment elements = matrix.write();
        for (long i = 0; i < matrix.shape().elements(); i++) { // some processors are slow near 0
            elements.setAtIndex(JAVA_DOUBLE, i, 1);
        }
        return matrix;
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
