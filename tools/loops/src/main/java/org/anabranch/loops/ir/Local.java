package org.anabranch.loops.ir;

/**
 * A variable of a body. Every iteration has its own.
 *
 * @param number from 0, unique in the body
 * @param name as in the source if known, else generated; not unique
 * @param kind a computational kind
 */
public record Local(int number, String name, Kind kind) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Local local && local.number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return name + "_" + number;
    }
}
