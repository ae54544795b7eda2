package org.anabranch.scheduler.region;

import org.anabranch.api.Region;

/**
 * Entries of a {@link RegionMap} by the regions that they are: a hash table with linear probing.
 * Hashes lie beside the entries, so that neither probing nor growing touches other entries. Not
 * thread-safe.
 */
public final class RegionTable<V> {
    /** Of the entry at the same index, or 0. */
    private int[] hashes = new int[RegionTuning.FIRST_ENTRIES];

    private RegionMap.Entry<?>[] entries = new RegionMap.Entry<?>[RegionTuning.FIRST_ENTRIES];

    /** The bits of a hash after those that are the index where its entry lies if it can. */
    private int shift = Integer.numberOfLeadingZeros(RegionTuning.FIRST_ENTRIES - 1);

    private int size;

    /** Not 0. Its first bits differ even where offsets differ by powers of two. */
    private static int hash(Region region) {
        long sum =
                region.offset() * 0x9E3779B97F4A7C15L
                        + region.width() * 0xC2B2AE3D27D4EB4FL
                        + region.height() * 0xD6E8FEB86659FD93L
                        + region.depth() * 0xA0761D6478BD642FL;
        return (int) (sum >>> 32) | 1;
    }

    @SuppressWarnings("unchecked") // only put() puts entries in
    RegionMap.Entry<V> get(Region region) {
        int hash = hash(region);
        for (int i = hash >>> shift; hashes[i] != 0; i = after(i)) {
            if (hashes[i] == hash && entries[i].key.equals(region)) {
                return (RegionMap.Entry<V>) entries[i];
            }
        }
        return null;
    }

    private int after(int index) {
        return index + 1 & hashes.length - 1;
    }

    /** Adds an entry under a region that no other one in the table has; without memory, nothing. */
    void put(Region region, RegionMap.Entry<V> entry) {
        if (4 * (size + 1) > 3 * hashes.length) {
            grow();
        }
        entry.key = region;
        put(hash(region), entry);
        size++;
    }

    private void put(int hash, RegionMap.Entry<?> entry) {
        int at = hash >>> shift;
        while (hashes[at] != 0) {
            at = after(at);
        }
        hashes[at] = hash;
        entries[at] = entry;
    }

    private void grow() {
        int[] oldHashes = hashes;
        RegionMap.Entry<?>[] oldEntries = entries;
        int[] newHashes = new int[2 * oldHashes.length];
        entries = new RegionMap.Entry<?>[2 * oldHashes.length];
        hashes = newHashes; // both or none
        shift--;
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldHashes[i] != 0) {
                put(oldHashes[i], oldEntries[i]);
            }
        }
    }

    /** Removes an entry of the table; later ones that had to make way for it move up. */
    void remove(RegionMap.Entry<V> entry) {
        int gap = hash(entry.key) >>> shift;
        while (entries[gap] != entry) {
            gap = after(gap);
        }
        for (int i = after(gap); hashes[i] != 0; i = after(i)) {
            int probes = i - (hashes[i] >>> shift) & hashes.length - 1;
            if (probes >= (i - gap & hashes.length - 1)) {
                hashes[gap] = hashes[i];
                entries[gap] = entries[i];
                gap = i;
            }
        }
        hashes[gap] = 0;
        entries[gap] = null;
        size--;
    }
}
