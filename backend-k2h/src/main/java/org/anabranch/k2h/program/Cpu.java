package org.anabranch.k2h.program;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;

/**
 * What a task sees of the core that runs it: memory through that core's cache, and the constructs
 * of HC-K2H (section III). Valid in the task that it was given to, on that core. A pointer is an
 * ARM pointer on an ARM core and a DSP address on a DSP.
 */
public interface Cpu {

    /** {@return which core this is} */
    Core core();

    /** {@return how many DSPs the machine has} */
    int dsps();

    /** {@return the function of this core's image with that number} */
    Function function(int id);

    /** {@return a global variable of this core's image, 0 to 63} The images share none (K2H-M7). */
    long global(int slot);

    /** Sets a global variable of this core's image, 0 to 63. */
    void setGlobal(int slot, long value);

    /** {@return a word as this core sees it} */
    int getInt(long pointer);

    /** Writes a word as this core sees it. */
    void putInt(long pointer, int value);

    /** {@return a double as this core sees it} */
    double getDouble(long pointer);

    /** Writes a double as this core sees it. */
    void putDouble(long pointer, double value);

    /** Reads so many floats, into an array from an index on. */
    void getFloats(long pointer, float[] into, int at, int count);

    /** Writes so many floats, from an array from an index on. */
    void putFloats(long pointer, float[] from, int at, int count);

    /**
     * {@return whether tasks may run here: false for the ARM in DSP-only mode, whose main function
     * only waits (K2H-B4)}
     */
    default boolean runsTasks() {
        return true;
    }

    /** A task that may run on either side (K2H-M1); the arguments are copied. */
    void async(Function function, long... arguments);

    /** A task that runs on a DSP (K2H-M2); the arguments are copied. */
    void asyncDsp(Function function, long... arguments);

    /** A loop, each index of the domain exactly once (K2H-M3); the arguments are copied. */
    default void forasync(Function loop, LoopDomain domain, long... arguments) {
        LoopTask.start(this, loop, domain, arguments);
    }

    /**
     * Opens a finish scope (K2H-M4).
     *
     * @param operands buffers that tasks in it use, and in all scopes within
     */
    void startFinish(Operand... operands);

    /**
     * Waits until all tasks of the innermost scope have ended, wherever they run, and closes it.
     */
    void endFinish();

    /**
     * Allocates contiguous memory; on an ARM core only (K2H-M5).
     *
     * @param bytes at least 1
     * @return an ARM pointer, a multiple of 128
     */
    long wsMalloc(Bank bank, long bytes);

    /** Frees what {@link #wsMalloc} gave; on an ARM core only. */
    void wsFree(long pointer);

    /** Writes back and invalidates a range of this core's cache. */
    void cacheWbInv(long pointer, long bytes);

    /**
     * {@return the DSPs' address, 32 bits unsigned, of a byte of contiguous memory} From an ARM
     * pointer; on an ARM core only (K2H-M6).
     */
    long dspPointer(long pointer);

    /** Charges this core for computing so many units. */
    void work(Cost kind, long units);
}
