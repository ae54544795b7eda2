package org.anabranch.k2h.measure;

import org.anabranch.k2h.board.Cost;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;

/** The costs of memory lines and atomic counters on this processor. */
final class HostMemoryCost {
    private static final int LINE_LONGS = 64 / Long.BYTES;
    private static final int ROUNDS = 5;

    private final long[] memory;
    private final AtomicInteger counter = new AtomicInteger();

    /** Prepares a measurement over so many bytes, more than caches hold. */
    HostMemoryCost(int bytes) {
        memory = new long[bytes / Long.BYTES];
    }

    /** Returns the nanoseconds of each operation. */
    Map<Cost, Double> prices() {
        long lines = memory.length / LINE_LONGS;
        double read = best(lines, this::read);
        Map<Cost, Double> prices = new EnumMap<>(Cost.class);
        prices.put(Cost.LINE_DDR, read);
        prices.put(Cost.LINE_BACK, Math.max(0.1, best(lines, this::write) - read));
        prices.put(Cost.ATOMIC, best(1 << 22, this::count));
        return prices;
    }

    private double best(long units, LongUnaryOperator work) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            long used = work.applyAsLong(units);
            double nanos = System.nanoTime() - begin;
            if (used < 0) { // uses the result, so that the work is not eliminated
                throw new IllegalStateException("a sum of counts is negative");
            }
            best = Math.min(best, nanos / units);
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
