package org.anabranch.scheduler.region;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Values in the order of distinct long keys: a B+-tree of depth two, whose leaves are blocks of at
 * most 64. Finding is two binary searches, appending costs no search, and adding or removing in
 * between moves the later entries of one block. Not thread-safe.
 *
 * <p>A place is the number of a block and an index in it, as one long, so that walking takes no
 * iterator. Places ascend with the keys and are valid until an entry is added or removed.
 */
public final class SortedBlocks<T> {
    /** No place. */
    static final long NONE = -1;

    /** The first ones are in use, none of them empty. */
    private Block[] blocks = new Block[1];

    /** The first key of each block. */
    private long[] lows = new long[1];

    private int count;
    private int size;

    private static final class Block {
        private long[] keys;
        private Object[] values;
        private int size;

        Block(int capacity) {
            keys = new long[capacity];
            values = new Object[capacity];
        }

        void insert(int at, long key, Object value) {
            if (size == keys.length) {
                grow(2 * size);
            }
            System.arraycopy(keys, at, keys, at + 1, size - at);
            System.arraycopy(values, at, values, at + 1, size - at);
            keys[at] = key;
            values[at] = value;
            size++;
        }

        private void grow(int capacity) {
            long[] more = Arrays.copyOf(keys, capacity);
            values = Arrays.copyOf(values, capacity);
            keys = more; // both or none
        }

        void remove(int at) {
            size--;
            System.arraycopy(keys, at + 1, keys, at, size - at);
            System.arraycopy(values, at + 1, values, at, size - at);
            values[size] = null;
        }

        /**
         * Appends the entries of another block from an index on; if there are two blocks, each has
         * the room.
         */
        void append(Block other, int from) {
            int more = other.size - from;
            System.arraycopy(other.keys, from, keys, size, more);
            System.arraycopy(other.values, from, values, size, more);
            size += more;
            other.cut(from);
        }

        /** Leaves only the first ones. */
        void cut(int length) {
            Arrays.fill(values, length, size, null);
            size = length;
        }
    }

    int size() {
        return size;
    }

    /** The first place, or {@link #NONE}. */
    long first() {
        return count == 0 ? NONE : 0;
    }

    /** The place of the last key that is not greater, or {@link #NONE}. */
    long floor(long key) {
        int block = floor(lows, count, key);
        return block < 0 ? NONE : floor(block, key);
    }

    private long floor(int block, long key) {
        return place(block, floor(blocks[block].keys, blocks[block].size, key));
    }

    /** The place after one, or {@link #NONE}. */
    long next(long place) {
        int block = (int) (place >>> 32);
        if ((int) place + 1 < blocks[block].size) {
            return place + 1;
        }
        return block + 1 < count ? place(block + 1, 0) : NONE;
    }

    /** The place of the last key that is not greater, but at least the next place, or none. */
    long next(long place, long key) {
        long next = next(place);
        if (next == NONE || key(next) > key) {
            return next;
        }
        int block = (int) (next >>> 32);
        return block + 1 < count && lows[block + 1] <= key ? floor(key) : floor(block, key);
    }

    private static long place(int block, int index) {
        return (long) block << 32 | index;
    }

    long key(long place) {
        return blocks[(int) (place >>> 32)].keys[(int) place];
    }

    @SuppressWarnings("unchecked") // only add() puts values in
    T value(long place) {
        return (T) blocks[(int) (place >>> 32)].values[(int) place];
    }

    /** The index of the last of the first {@code length} keys that is not greater, or -1. */
    private static int floor(long[] keys, int length, long key) {
        if (length > 0 && keys[length - 1] <= key) {
            return length - 1;
        }
        int low = -1;
        int rest = length;
        while (rest > 0) {
            int half = (rest + 1) >>> 1;
            low = keys[low + half] <= key ? low + half : low;
            rest -= half;
        }
        return low;
    }

    /** Adds a value under a key that has none; without memory, nothing. */
    void add(long key, T value) {
        int block = floor(lows, count, key);
        int index = block < 0 ? 0 : floor(blocks[block].keys, blocks[block].size, key) + 1;
        block = Math.max(block, 0);
        if (count == 0) {
            open(0, new Block(RegionTuning.FIRST_ENTRIES));
        } else if (blocks[block].size == RegionTuning.BLOCK_ENTRIES) {
            if (block == count - 1 && index == RegionTuning.BLOCK_ENTRIES) {
                open(++block, new Block(RegionTuning.BLOCK_ENTRIES));
                index = 0;
            } else if (block == 0 && index == 0) {
                open(0, new Block(RegionTuning.BLOCK_ENTRIES));
            } else {
                split(block);
                if (index > RegionTuning.BLOCK_ENTRIES / 2) {
                    block++;
                    index -= RegionTuning.BLOCK_ENTRIES / 2;
                }
            }
        }
        blocks[block].insert(index, key, value);
        lows[block] = blocks[block].keys[0];
        size++;
    }

    private void split(int block) {
        Block upper = new Block(RegionTuning.BLOCK_ENTRIES);
        open(block + 1, upper); // before anything moves, since there may be no memory
        upper.append(blocks[block], RegionTuning.BLOCK_ENTRIES / 2);
        lows[block + 1] = upper.keys[0];
    }

    private void open(int at, Block block) {
        if (count == blocks.length) {
            Block[] more = Arrays.copyOf(blocks, 2 * count);
            lows = Arrays.copyOf(lows, 2 * count);
            blocks = more; // both or none
        }
        System.arraycopy(blocks, at, blocks, at + 1, count - at);
        System.arraycopy(lows, at, lows, at + 1, count - at);
        blocks[at] = block;
        count++;
    }

    /** Gives a key, which has a value, another one. Takes no memory. */
    void replace(long key, T value) {
        long at = floor(key);
        blocks[(int) (at >>> 32)].values[(int) at] = value;
    }

    /** Removes the value of a key, which has one. Takes no memory. */
    void remove(long key) {
        int at = floor(lows, count, key);
        Block block = blocks[at];
        block.remove(floor(block.keys, block.size, key));
        lows[at] = block.keys[0];
        size--;
        if (at + 1 < count && block.size + blocks[at + 1].size <= RegionTuning.BLOCK_ENTRIES / 2) {
            block.append(blocks[at + 1], 0);
            lows[at] = block.keys[0];
            close(at + 1);
        } else if (block.size == 0) {
            close(at);
        }
    }

    private void close(int at) {
        count--;
        System.arraycopy(blocks, at + 1, blocks, at, count - at);
        System.arraycopy(lows, at + 1, lows, at, count - at);
        blocks[count] = null;
    }

    /** Removes the values that meet the condition, which is asked once for each, in order. */
    void removeIf(Predicate<T> condition) {
        int kept = 0;
        size = 0;
        for (int i = 0; i < count; i++) {
            Block block = blocks[i];
            retain(block, condition);
            size += block.size;
            if (kept > 0 && blocks[kept - 1].size + block.size <= RegionTuning.BLOCK_ENTRIES) {
                blocks[kept - 1].append(block, 0);
            } else if (block.size > 0) {
                lows[kept] = block.keys[0];
                blocks[kept++] = block;
            }
        }
        Arrays.fill(blocks, kept, count, null);
        count = kept;
    }

    @SuppressWarnings("unchecked") // only add() puts values in
    private void retain(Block block, Predicate<T> condition) {
        int kept = 0;
        for (int i = 0; i < block.size; i++) {
            if (!condition.test((T) block.values[i])) {
                block.keys[kept] = block.keys[i];
                block.values[kept++] = block.values[i];
            }
        }
        block.cut(kept);
    }

    /** The values in order, as a list of its own. */
    List<T> values() {
        List<T> values = new ArrayList<>(size);
        for (long at = first(); at != NONE; at = next(at)) {
            values.add(value(at));
        }
        return values;
    }
}
