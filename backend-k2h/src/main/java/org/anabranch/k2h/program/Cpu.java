package org.anabranch.k2h.program;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;

/**
 * A task's view of the core that runs it: memory through that core's cache, and the constructs of
 * HC-K2H (section III). Valid only in that task, on that core. A pointer is an ARM pointer on an
 * ARM core and a DSP address on a DSP.
 */
public interface Cpu {

    /** {@return this core} */
    Core core();

    /** {@return the number of DSPs of the machine} */
    int dsps();

    /**
     * {@return the function of this core's image with a number}
     *
     * @param id from {@link Function#id}
     */
    Function function(int id);

    /**
     * {@return a global variable of this core's image} The images share none (K2H-M7).
     *
     * @param slot 0 to 63
     */
    long global(int slot);

    /**
     * Sets a global variable of this core's image.
     *
     * @param slot 0 to 63
     * @param value for all cores of this side
     */
    void setGlobal(int slot, long value);

    /**
     * {@return a word, read through this core's cache}
     *
     * @param pointer of this side, a multiple of 4
     * @throws org.anabranch.k2h.board.K2hException.AddressTrap if this core cannot use it
     */
    int getInt(long pointer);

    /**
     * Writes a word into this core's cache.
     *
     * @param pointer of this side, a multiple of 4
     * @param value to write
     * @throws org.anabranch.k2h.board.K2hException.AddressTrap if this core cannot use it
     */
    void putInt(long pointer, int value);

    /**
     * {@return a double, read through this core's cache}
     *
     * @param pointer of this side, a multiple of 8
     * @throws org.anabranch.k2h.board.K2hException.AddressTrap if this core cannot use it
     */
    double getDouble(long pointer);

    /**
     * Writes a double into this core's cache.
     *
     * @param pointer of this side, a multiple of 8
     * @param value to write
     * @throws org.anabranch.k2h.board.K2hException.AddressTrap if this core cannot use it
     */
    void putDouble(long pointer, double value);

    /**
     * Reads floats through this core's cache.
     *
     * @param pointer of this side
     * @param into the target
     * @param at index of the first in {@code into}
     * @param count how many
     * @throws org.anabranch.k2h.board.K2hException.AddressTrap if this core cannot use it
     */
    void getFloats(long pointer, float[] into, int at, int count);

    /**
     * Writes floats into this core's cache.
     *
     * @param pointer of this side
     * @param from the source
     * @param at index of the first in {@code from}
     * @param count how many
     * @throws org.anabranch.k2h.board.K2hException.AddressTrap if this core cannot use it
     */
    void putFloats(long pointer, float[] from, int at, int count);

    /**
     * {@return true if tasks may run here: false for the ARM in DSP-only mode, whose main function
     * only waits (K2H-B4)}
     */
    default boolean runsTasks() {
        return true;
    }

    /**
     * Starts a task that may run on either side (K2H-M1).
     *
     * @param function a task with code on both sides
     * @param arguments copied; at most 43
     * @throws org.anabranch.k2h.board.K2hException.Program if it lacks code for a side or is a
     *     loop's body
     */
    void async(Function function, long... arguments);

    /**
     * Starts a task that runs on a DSP (K2H-M2).
     *
     * @param function a task with code for DSPs
     * @param arguments copied; at most 43
     * @throws org.anabranch.k2h.board.K2hException.Program if there is no DSP, or no such code
     */
    void asyncDsp(Function function, long... arguments);

    /**
     * Starts a loop that runs each index of the domain exactly once (K2H-M3), in tasks of the
     * innermost finish.
     *
     * @param loop the body of a loop
     * @param domain its indices, and how they are split
     * @param arguments copied; at most 32 for a loop of one dimension, 6 fewer for each further one
     */
    default void forasync(Function loop, LoopDomain domain, long... arguments) {
        LoopTask.start(this, loop, domain, arguments);
    }

    /**
     * Opens a finish scope (K2H-M4).
     *
     * @param operands buffers that tasks use in it and in all nested scopes
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

    /**
     * Frees contiguous memory; on an ARM core only.
     *
     * @param pointer from {@link #wsMalloc}
     */
    void wsFree(long pointer);

    /**
     * Writes back and invalidates a range of this core's cache; on ARM, of the shared one.
     *
     * @param pointer of this side
     * @param bytes length of the range
     */
    void cacheWbInv(long pointer, long bytes);

    /**
     * {@return the 32-bit unsigned address for DSPs of a byte of contiguous memory} Converts an ARM
     * pointer; on an ARM core only (K2H-M6).
     */
    long dspPointer(long pointer);

    /**
     * Charges this core for a computation, in simulated time.
     *
     * @param kind of work
     * @param units number of operations
     */
    void work(Cost kind, long units);
}
