package org.anabranch.k2h.program;

import org.anabranch.k2h.machine.Bank;
import org.anabranch.k2h.machine.Core;
import org.anabranch.k2h.machine.Cost;

/**
 * What a task sees of the core that runs it: memory through that core's cache, and the constructs
 * of HC-K2H (section III). Valid in the task that it was given to, on that core.
 */
public interface Cpu {

    /** {@return which core this is} */
    Core core();

    /** {@return how many DSPs the machine has} */
    int dsps();

    /**
     * A function of this core's image.
     *
     * @param id its number
     * @return the function
     */
    Function function(int id);

    /**
     * A global variable of this core's image. The images share none (K2H-M7).
     *
     * @param slot from 0 to 63
     * @return its value
     */
    long global(int slot);

    /**
     * Sets a global variable of this core's image.
     *
     * @param slot from 0 to 63
     * @param value its value
     */
    void setGlobal(int slot, long value);

    /**
     * Reads a word as this core sees it.
     *
     * @param pointer an ARM pointer on an ARM core, a DSP address on a DSP
     * @return the word
     */
    int getInt(long pointer);

    /**
     * Writes a word as this core sees it.
     *
     * @param pointer an ARM pointer on an ARM core, a DSP address on a DSP
     * @param value the word
     */
    void putInt(long pointer, int value);

    /**
     * Reads a double.
     *
     * @param pointer an ARM pointer on an ARM core, a DSP address on a DSP
     * @return the value
     */
    double getDouble(long pointer);

    /**
     * Writes a double.
     *
     * @param pointer an ARM pointer on an ARM core, a DSP address on a DSP
     * @param value the value
     */
    void putDouble(long pointer, double value);

    /**
     * Reads floats.
     *
     * @param pointer of the first
     * @param into filled from {@code at}
     * @param at first index
     * @param count how many
     */
    void getFloats(long pointer, float[] into, int at, int count);

    /**
     * Writes floats.
     *
     * @param pointer of the first
     * @param from taken from {@code at}
     * @param at first index
     * @param count how many
     */
    void putFloats(long pointer, float[] from, int at, int count);

    /**
     * {@return whether tasks may run here: false for the ARM in DSP-only mode, whose main function
     * only waits (K2H-B4)}
     */
    default boolean runsTasks() {
        return true;
    }

    /**
     * A task that may run on either side (K2H-M1).
     *
     * @param function the code
     * @param arguments copied by value
     */
    void async(Function function, long... arguments);

    /**
     * A task that runs on a DSP (K2H-M2).
     *
     * @param function the code
     * @param arguments copied by value
     */
    void asyncDsp(Function function, long... arguments);

    /**
     * A loop, each index exactly once (K2H-M3).
     *
     * @param loop the body
     * @param domain the indices and how they are split
     * @param arguments copied by value
     */
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
     * @param bank where
     * @param bytes at least 1
     * @return an ARM pointer, a multiple of 128
     */
    long wsMalloc(Bank bank, long bytes);

    /**
     * Frees; on an ARM core only.
     *
     * @param pointer from {@link #wsMalloc}
     */
    void wsFree(long pointer);

    /**
     * Writes back and invalidates a range of this core's cache.
     *
     * @param pointer an ARM pointer on an ARM core, a DSP address on a DSP
     * @param bytes length
     */
    void cacheWbInv(long pointer, long bytes);

    /**
     * From an ARM pointer to the DSP's address of the same byte; on an ARM core only (K2H-M6).
     *
     * @param pointer into contiguous memory
     * @return 32 bits, unsigned
     */
    long dspPointer(long pointer);

    /**
     * Charges this core for computing.
     *
     * @param kind what it computes
     * @param units how many
     */
    void work(Cost kind, long units);
}
