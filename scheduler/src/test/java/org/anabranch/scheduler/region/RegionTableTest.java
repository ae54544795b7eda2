package org.anabranch.scheduler.region;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.anabranch.api.Region;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** Regions are found as the library's table finds them, near and far from each other. */
class RegionTableTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void random_changes_agree_with_a_hash_map(long seed) {
        Random random = new Random(seed);
        int offsets = 1 << random.nextInt(1, 8);
        int distance = random.nextInt(40);
        RegionTable<String> table = new RegionTable<>();
        Map<Region, RegionMap.Entry<String>> model = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            Region region = region(random, offsets, distance);
            assertSame(model.get(region), table.get(region));
            if (!model.containsKey(region)) {
                RegionMap.Entry<String> entry = new RegionMap.Entry<>(null, "value " + i);
                table.put(region, entry);
                model.put(region, entry);
            } else if (random.nextBoolean()) {
                table.remove(model.remove(region));
                assertNull(table.get(region));
            }
        }
        model.forEach((region, entry) -> assertSame(entry, table.get(region)));
        model.values().forEach(table::remove);
        model.forEach((region, entry) -> assertNull(table.get(region)));
    }

    private static Region region(Random random, int offsets, int distance) {
        long offset = (long) random.nextInt(offsets) << distance;
        long height = random.nextInt(1, 4);
        return new Region(offset, 8, height, 1, 8 + random.nextInt(2), 0);
    }
}
