package org.anabranch.api;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A set of processors of a domain, numbered from 0 (HST-3, HST-11). Immutable. */
public final class ProcessorMask {
    private final BitSet bits;

    private ProcessorMask(BitSet bits) {
        this.bits = bits;
    }

    /**
     * The given processors.
     *
     * @param processors numbers from 0
     * @return their mask
     */
    public static ProcessorMask of(int... processors) {
        BitSet bits = new BitSet();
        for (int processor : processors) {
            bits.set(processor);
        }
        return new ProcessorMask(bits);
    }

    /**
     * An interval of processors.
     *
     * @param from first
     * @param to bound, not included
     * @return their mask
     */
    public static ProcessorMask range(int from, int to) {
        BitSet bits = new BitSet();
        bits.set(from, to);
        return new ProcessorMask(bits);
    }

    /** {@return the number of processors} */
    public int count() {
        return bits.cardinality();
    }

    /**
     * Membership.
     *
     * @param processor a number from 0
     * @return whether it is in the mask
     */
    public boolean contains(int processor) {
        return bits.get(processor);
    }

    /**
     * Inclusion.
     *
     * @param other another mask
     * @return whether every processor of {@code other} is in this one
     */
    public boolean containsAll(ProcessorMask other) {
        BitSet rest = (BitSet) other.bits.clone();
        rest.andNot(bits);
        return rest.isEmpty();
    }

    /**
     * Intersection test.
     *
     * @param other another mask
     * @return whether a processor is in both
     */
    public boolean overlaps(ProcessorMask other) {
        return bits.intersects(other.bits);
    }

    /**
     * Even division; the first parts get one more where it does not divide.
     *
     * @param parts number of parts, from 1 to {@link #count()}
     * @return disjoint masks that together are this one
     * @throws RangeException if there are more parts than processors, or none
     */
    public List<ProcessorMask> split(int parts) {
        if (parts < 1 || parts > count()) {
            throw new RangeException(
                    "cannot divide " + count() + " processors into " + parts + " parts");
        }
        int[] members = bits.stream().toArray();
        List<ProcessorMask> masks = new ArrayList<>();
        int next = 0;
        for (int part = 0; part < parts; part++) {
            int size = members.length / parts + (part < members.length % parts ? 1 : 0);
            BitSet share = new BitSet();
            for (int i = 0; i < size; i++) {
                share.set(members[next++]);
            }
            masks.add(new ProcessorMask(share));
        }
        return masks;
    }

    /** {@return the processors in ascending order} */
    public int[] processors() {
        return bits.stream().toArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProcessorMask mask && mask.bits.equals(bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    @Override
    public String toString() {
        return bits.toString();
    }
}
