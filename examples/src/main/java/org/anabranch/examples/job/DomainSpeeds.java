package org.anabranch.examples.job;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.factor.MatrixMultiplication;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The speeds of domains at a product of doubles. They are measured once for each set of domains and
 * cached for all jobs of the process, until a domain goes (its successor has another generation) or
 * the arithmetic changes. A library that is replaced loads this class again. All domains of a set
 * run in turns, so that other load slows all of them down.
 */
final class DomainSpeeds {
    private static final int EXTENT = 1024;
    private static final int TURNS = 5;
    private static final long ENOUGH_NANOS = 300_000_000;
    private static final Map<List<Tried>, List<Double>> KEPT = new ConcurrentHashMap<>();

    private DomainSpeeds() {}

    /** The key of a measurement: each job has a platform, and so domain objects, of its own. */
    private record Tried(String id, int generation, List<Object> circumstances) {

        static Tried of(Domain domain, int extent) {
            List<Object> circumstances =
                    List.of(
                            domain.processors().count(),
                            Set.copyOf(domain.formats()),
                            Map.copyOf(domain.properties()),
                            Arithmetics.describe(),
                            extent);
            return new Tried(domain.id(), domain.generation(), circumstances);
        }

        boolean cameBefore(Tried other) {
            return id.equals(other.id) && generation < other.generation;
        }
    }

    /** Returns the GFLOP/s of one at a product of an extent. */
    static double rate(Platform platform, Domain domain, int extent) {
        return rates(platform, List.of(domain), extent).get(domain);
    }

    /** Returns the GFLOP/s of each; may run products of 1024 on all of them. */
    static Map<Domain, Double> rates(Platform platform, List<Domain> domains) {
        return rates(platform, domains, EXTENT);
    }

    private static Map<Domain, Double> rates(Platform platform, List<Domain> domains, int extent) {
        List<Tried> all = domains.stream().map(domain -> Tried.of(domain, extent)).toList();
        KEPT.keySet()
                .removeIf(
                        kept ->
                                kept.stream()
                                        .anyMatch(old -> all.stream().anyMatch(old::cameBefore)));
        List<Double> rates = KEPT.get(all);
        if (rates == null) {
            rates = tried(platform, domains, extent);
            KEPT.put(all, rates);
        }
        Map<Domain, Double> each = new LinkedHashMap<>();
        for (int i = 0; i < rates.size(); i++) {
            each.put(domains.get(i), rates.get(i));
        }
        return each;
    }

    /**
     * Measures the best of a few turns each; before the first, code is loaded and a matrix
     * transferred.
     */
    private static List<Double> tried(Platform platform, List<Domain> domains, int extent) {
        long[] least = new long[domains.size()];
        try (Buffer a = filled(platform, extent);
                Buffer b = filled(platform, extent);
                Buffer c = platform.buffer(JAVA_DOUBLE, extent, extent)) {
            for (int i = 0; i < least.length; i++) {
                least[i] = Long.MAX_VALUE;
                nanos(platform, domains.get(i), a, b, c);
            }
            long end = System.nanoTime() + ENOUGH_NANOS * least.length;
            for (int turn = 0; turn < TURNS && (turn == 0 || System.nanoTime() < end); turn++) {
                for (int i = 0; i < least.length; i++) {
                    least[i] = Math.min(least[i], nanos(platform, domains.get(i), a, b, c));
                }
            }
        }
        List<Double> rates = new ArrayList<>();
        for (long nanos : least) {
            rates.add(2.0 * extent * extent * extent / nanos);
        }
        return List.copyOf(rates);
    }

    private static long nanos(Platform platform, Domain domain, Buffer a, Buffer b, Buffer c) {
        int workers = platform.host().processors().count();
        long extent = c.shape().rows();
        MatrixMultiplication product = MatrixMultiplication.of(extent, extent, extent, workers);
        try (Stream stream = domain.stream()) {
            long start = System.nanoTime();
            product.enqueue(stream, a, b, c);
            stream.await();
            return System.nanoTime() - start;
        }
    }

    private static Buffer filled(Platform platform, int extent) {
        Buffer matrix = platform.buffer(JAVA_DOUBLE, extent, extent);
        MemorySegment elements = matrix.write();
        for (long i = 0; i < matrix.shape().elements(); i++) { // some processors are slow near 0
            elements.setAtIndex(JAVA_DOUBLE, i, 1);
        }
        return matrix;
    }
}
