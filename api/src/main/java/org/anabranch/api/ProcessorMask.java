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
     * Returns the mask of the given processors.
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
     * Returns the mask of an interval of processors.
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

    /** {@return true if the mask contains no processor} */
    public boolean isEmpty() {
        return bits.isEmpty();
    }

    /**
     * Returns the intersection.
     *
     * @param other another mask
     * @return the processors in both
     */
    public ProcessorMask and(ProcessorMask other) {
        return changed(mine -> mine.and(other.bits));
    }

    /**
     * Returns the union.
     *
     * @param other another mask
     * @return the processors in one of them or both
     */
    public ProcessorMask or(ProcessorMask other) {
        return changed(mine -> mine.or(other.bits));
    }

    /**
     * Returns the symmetric difference.
     *
     * @param other another mask
     * @return the processors in exactly one of them
     */
    public ProcessorMask xor(ProcessorMask other) {
        return changed(mine -> mine.xor(other.bits));
    }

    /**
     * Returns the difference.
     *
     * @param other another mask
     * @return the processors in this one and not in the other
     */
    public ProcessorMask minus(ProcessorMask other) {
        return changed(mine -> mine.andNot(other.bits));
    }

    /**
     * Adds a constant to each processor number.
     *
     * @param by the constant; may be negative
     * @return the mask of the new numbers
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
     * Returns true if a processor is in the mask.
     *
     * @param processor a number from 0
     * @return true if it is in the mask
     */
    public boolean contains(int processor) {
        return bits.get(processor);
    }

    /**
     * Returns true if another mask is a subset of this one.
     *
     * @param other another mask
     * @return true if every processor of {@code other} is in this one
     */
    public boolean containsAll(ProcessorMask other) {
        BitSet rest = (BitSet) other.bits.clone();
        rest.andNot(bits);
        return rest.isEmpty();
    }

    /**
     * Returns true if the masks have a processor in common.
     *
     * @param other another mask
     * @return true if they overlap
     */
    public boolean overlaps(ProcessorMask other) {
        return bits.intersects(other.bits);
    }

    /**
     * Divides the mask into parts of equal size; if that is not possible, the first parts get one
     * processor more.
     *
     * @param parts number of parts, from 1 to {@link #count()}
     * @return disjoint masks whose union is this one
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
