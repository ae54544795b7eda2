package org.anabranch.api;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** A set of processors of a domain, numbered from 0. Immutable. */
public final class ProcessorMask {
    private static final long MOST = Integer.MAX_VALUE;

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
        Objects.requireNonNull(processors, "processors");
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

    /** {@return whether there is no processor in it} */
    public boolean isEmpty() {
        return bits.isEmpty();
    }

    /**
     * Intersection.
     *
     * @param other another mask
     * @return what is in both
     */
    public ProcessorMask and(ProcessorMask other) {
        return changed(mine -> mine.and(other.bits));
    }

    /**
     * Union.
     *
     * @param other another mask
     * @return what is in one of them or both
     */
    public ProcessorMask or(ProcessorMask other) {
        return changed(mine -> mine.or(other.bits));
    }

    /**
     * Symmetric difference.
     *
     * @param other another mask
     * @return what is in just one of them
     */
    public ProcessorMask xor(ProcessorMask other) {
        return changed(mine -> mine.xor(other.bits));
    }

    /**
     * Difference.
     *
     * @param other another mask
     * @return what is in this one and not in the other
     */
    public ProcessorMask minus(ProcessorMask other) {
        return changed(mine -> mine.andNot(other.bits));
    }

    /**
     * Translation.
     *
     * @param by what to add to each number; may be negative
     * @return the processors with their new numbers
     * @throws RangeException if one of them would be below 0 or above any {@code int}
     */
    public ProcessorMask shifted(int by) {
        if (!isEmpty() && (bits.nextSetBit(0) + (long) by < 0 || bits.length() - 1L + by >= MOST)) {
            throw new RangeException("processors " + this + " cannot be moved by " + by);
        }
        return new ProcessorMask(
                bits.stream().map(one -> one + by).collect(BitSet::new, BitSet::set, BitSet::or));
    }

    private ProcessorMask changed(Consumer<BitSet> change) {
        BitSet copy = (BitSet) bits.clone();
        change.accept(copy);
        return new ProcessorMask(copy);
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
