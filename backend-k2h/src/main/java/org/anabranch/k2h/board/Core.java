package org.anabranch.k2h.board;

/**
 * One core.
 *
 * @param side its kind
 * @param number from 0 among its kind
 * @param index from 0 among all cores, the ARM cores first
 */
public record Core(Side side, int number, int index) {

    /** {@return true if it is a DSP} */
    public boolean isDsp() {
        return side == Side.DSP;
    }

    @Override
    public String toString() {
        return side + " " + number;
    }
}
