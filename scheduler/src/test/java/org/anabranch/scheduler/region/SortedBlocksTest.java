package org.anabranch.scheduler.region;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Values in blocks are where a tree of the library has them. */
class SortedBlocksTest {
    private final SortedBlocks<String> blocks = new SortedBlocks<>();
    private final TreeMap<Long, String> model = new TreeMap<>();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void random_changes_agree_with_a_tree(long seed) {
        Random random = new Random(seed);
        int keys = 1 << random.nextInt(3, 13);
        for (int phase = 0; phase < 8; phase++) {
            int adding = random.nextInt(101);
            for (int i = 0; i < keys; i++) {
                long key = random.nextInt(keys) * 3L - keys;
                if (random.nextInt(100) < adding) {
                    add(key);
                } else {
                    remove(key);
                }
                checkAround(random.nextInt(3 * keys) - keys);
            }
            checkAll();
            int part = random.nextInt(1, 4);
            blocks.removeIf(value -> value.hashCode() % part == 0);
            model.values().removeIf(value -> value.hashCode() % part == 0);
            checkAll();
        }
    }

    @Test
    void ascending_and_descending_keys() {
        for (int i = 0; i < 1000; i++) {
            add(i);
            add(-1 - i);
        }
        checkAll();
        for (int i = 0; i < 1000; i++) {
            remove(999 - i);
            checkAround(990 - i);
        }
        checkAll();
        for (int i = 0; i < 1000; i++) {
            remove(-1000 + i);
            checkAround(-990 + i);
        }
        checkAll();
    }

    private void add(long key) {
        if (!model.containsKey(key)) {
            String value = "value " + key;
            model.put(key, value);
            blocks.add(key, value);
        }
    }

    private void remove(long key) {
        if (model.remove(key) != null) {
            blocks.remove(key);
        }
    }

    private void checkAround(long key) {
        long place = blocks.floor(key);
        assertEquals(model.floorKey(key), key(place));
        if (place == SortedBlocks.NONE) {
            assertEquals(model.isEmpty() ? null : model.firstKey(), key(blocks.first()));
            return;
        }
        assertEquals(model.get(key(place)), blocks.value(place));
        Long next = model.higherKey(key);
        assertEquals(next, key(blocks.next(place)));
        assertEquals(next, key(blocks.next(place, key)), "next, as the same key asks");
        Long further = model.floorKey(key + 400);
        Long expected = next == null || next > key + 400 ? next : further;
        assertEquals(expected, key(blocks.next(place, key + 400)));
    }

    private Long key(long place) {
        return place == SortedBlocks.NONE ? null : (Long) blocks.key(place);
    }

    private void checkAll() {
        assertEquals(model.size(), blocks.size());
        assertEquals(List.copyOf(model.values()), blocks.values());
        List<Long> keys = new ArrayList<>();
        for (long at = blocks.first(); at != SortedBlocks.NONE; at = blocks.next(at)) {
            keys.add(blocks.key(at));
        }
        assertEquals(List.copyOf(model.keySet()), keys);
    }
}
