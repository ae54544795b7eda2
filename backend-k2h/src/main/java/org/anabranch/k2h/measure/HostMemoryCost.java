package org.anabranch.k2h.measure;

import org.anabranch.k2h.board.Cost;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

/** The costs of memory lines and atomic counters on this processor. */
final class HostMemoryCost {
    private static final int LINE_LONGS = 64 / Long.BYTES;
    private static final int ROUNDS = 5;
    private static final long COUNTS = 1 << 22;

    private final long[] memory;
    private final AtomicInteger counter = new AtomicInteger();

    /** Prepares a measurement over so many bytes, more than caches hold. */
    HostMemoryCost(int bytes) {
        memory = new long[bytes / Long.BYTES];
    }

    /** Returns the nanoseconds of each operation. */
    Map<Cost, Double> prices() {
        long lines = memory.length / LINE_LONGS;
        double read = best(() -> read(lines)) / lines;
        Map<Cost, Double> prices = new EnumMap<>(Cost.class);
        prices.put(Cost.LINE_DDR, read);
        prices.put(Cost.LINE_BACK, Math.max(0.1, best(() -> write(lines)) / lines - read));
        prices.put(Cost.ATOMIC, best(() -> count(COUNTS)) / COUNTS);
        return prices;
    }

    /** Returns the nanoseconds of the fastest of some runs, whose result is a number. */
    static double best(DoubleSupplier work) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            double used = work.getAsDouble();
            best = Math.min(best, System.nanoTime() - begin);
            if (Double.isNaN(used)) { // uses the result, so that the work is not eliminated
                throw new IllegalStateException("the result of the work is no number");
            }
        }
        return best;
    }

    private long read(long lines) {
        long sum = 0;
        for (int i = 0; i < lines; i++) {
            sum += memory[i * LINE_LONGS];
        }
        return sum;
    }

    private long write(long lines) {
        for (int i = 0; i < lines; i++) {
            memory[i * LINE_LONGS]++;
        }
        return memory[0];
    }

    private long count(long times) {
        for (long i = 0; i < times; i++) {
            counter.incrementAndGet();
        }
        return counter.get();
    }
}
