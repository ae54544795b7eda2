package org.anabranch.scheduler.region;

import org.anabranch.faulty.AllocationFaults;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Constructor;
import java.util.Set;
import java.util.function.LongConsumer;

/** Failures of a single allocation, at every place of a map of regions. */
class RegionFaultsTest {
    private static final Set<String> TRIED = Set.of("RegionMap", "RegionTable", "SortedBlocks");
    private static final int SEEDS = 60;

    @Test
    @DisplayName("A3: no allocation that fails makes a map of regions forget or invent anything")
    void a3_a_map_of_regions_is_whole_without_memory() throws Exception {
        String here = getClass().getPackageName() + ".";
        ClassLoader faults =
                new AllocationFaults(
                        getClass().getClassLoader(),
                        name -> name.startsWith(here),
                        name -> TRIED.contains(name.substring(here.length()).split("\\$")[0]));
        AllocationFaults.forget();
        Constructor<?> made =
                faults.loadClass(RegionMapTest.class.getName()).getDeclaredConstructor();
        made.setAccessible(true);
        LongConsumer test = (LongConsumer) made.newInstance();
        for (long seed = 1; seed <= SEEDS; seed++) {
            test.accept(seed);
        }
    }
}
