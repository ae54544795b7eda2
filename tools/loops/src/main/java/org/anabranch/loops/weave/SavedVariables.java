package org.anabranch.loops.weave;

/**
 * The live variables of a woven method at a marked loop, while control passes from one version of
 * the method to another. Not thread-safe: for one call of the method.
 */
public final class SavedVariables {
    /** The number of no loop. */
    static final int NONE = -1;

    private final long[] numbers;
    private final Object[] objects;
    private int loop = NONE;

    /**
     * Creates room for variables.
     *
     * @param most their number at any loop of the method
     */
    public SavedVariables(int most) {
        numbers = new long[most];
        objects = new Object[most];
    }

    /**
     * Records that control leaves a version of the method.
     *
     * @param at the number of the loop
     */
    public void leave(int at) {
        loop = at;
    }

    /**
     * Records that control enters a version of the method.
     *
     * @return the number of the loop
     */
    public int enter() {
        int at = loop;
        loop = NONE;
        return at;
    }

    /** {@return true if control has left a version of the method at a loop} */
    public boolean isLeft() {
        return loop != NONE;
    }

    /**
     * Saves a variable of a kind up to int.
     *
     * @param place among the live variables
     * @param value of the variable
     */
    public void put(int place, int value) {
        numbers[place] = value;
    }

    /**
     * Saves a variable.
     *
     * @param place among the live variables
     * @param value of the variable
     */
    public void put(int place, long value) {
        numbers[place] = value;
    }

    /**
     * Saves a variable.
     *
     * @param place among the live variables
     * @param value of the variable
     */
    public void put(int place, float value) {
        numbers[place] = Float.floatToRawIntBits(value);
    }

    /**
     * Saves a variable.
     *
     * @param place among the live variables
     * @param value of the variable
     */
    public void put(int place, double value) {
        numbers[place] = Double.doubleToRawLongBits(value);
    }

    /**
     * Saves a variable, which is kept until it is taken.
     *
     * @param place among the live variables
     * @param value of the variable
     */
    public void put(int place, Object value) {
        objects[place] = value;
    }

    /**
     * Returns a saved variable.
     *
     * @param place among the live variables
     * @return its value
     */
    public int takeInt(int place) {
        return (int) numbers[place];
    }

    /**
     * Returns a saved variable.
     *
     * @param place among the live variables
     * @return its value
     */
    public long takeLong(int place) {
        return numbers[place];
    }

    /**
     * Returns a saved variable.
     *
     * @param place among the live variables
     * @return its value
     */
    public float takeFloat(int place) {
        return Float.intBitsToFloat((int) numbers[place]);
    }

    /**
     * Returns a saved variable.
     *
     * @param place among the live variables
     * @return its value
     */
    public double takeDouble(int place) {
        return Double.longBitsToDouble(numbers[place]);
    }

    /**
     * Returns a saved variable, once: it may be garbage after that.
     *
     * @param place among the live variables
     * @return its value
     */
    public Object takeObject(int place) {
        Object value = objects[place];
        objects[place] = null;
        return value;
    }
}
