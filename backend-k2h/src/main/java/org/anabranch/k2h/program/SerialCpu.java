package org.anabranch.k2h.program;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;

/**
 * A core without the constructs of HC-K2H, for the serial elision of a program: a task runs where
 * it is started, a loop as one tile, and scopes cost nothing. Memory and work are those of the core
 * behind it.
 *
 * @param cpu an ARM core
 */
record SerialCpu(Cpu cpu) implements Cpu {
    @Override
    public void async(Function function, long... arguments) {
        if (!(function.arm() instanceof Code code)) {
            throw new K2hException.Program(function + " is no task of the ARM image");
        }
        code.run(this, arguments.clone());
    }

    @Override
    public void asyncDsp(Function function, long... arguments) {
        throw new K2hException.Program("asyncDSP of " + function + ": there is no DSP");
    }

    @Override
    public void forasync(Function loop, LoopDomain domain, long... arguments) {
        if (!(loop.arm() instanceof LoopCode code)) {
            throw new K2hException.Program(loop + " is no body of a loop");
        }
        if (domain.dimensions().stream().allMatch(dimension -> dimension.count() > 0)) {
            code.run(this, arguments.clone(), Tile.whole(domain));
        }
    }

    @Override
    public void startFinish(Operand... operands) {}

    @Override
    public void endFinish() {}

    @Override
    public int dsps() {
        return 0;
    }

    @Override
    public Core core() {
        return cpu.core();
    }

    @Override
    public Function function(int id) {
        return cpu.function(id);
    }

    @Override
    public long global(int slot) {
        return cpu.global(slot);
    }

    @Override
    public void setGlobal(int slot, long value) {
        cpu.setGlobal(slot, value);
    }

    @Override
    public int getInt(long pointer) {
        return cpu.getInt(pointer);
    }

    @Override
    public void putInt(long pointer, int value) {
        cpu.putInt(pointer, value);
    }

    @Override
    public double getDouble(long pointer) {
        return cpu.getDouble(pointer);
    }

    @Override
    public void putDouble(long pointer, double value) {
        cpu.putDouble(pointer, value);
    }

    @Override
    public void getFloats(long pointer, float[] into, int at, int count) {
        cpu.getFloats(pointer, into, at, count);
    }

    @Override
    public void putFloats(long pointer, float[] from, int at, int count) {
        cpu.putFloats(pointer, from, at, count);
    }

    @Override
    public long wsMalloc(Bank bank, long bytes) {
        return cpu.wsMalloc(bank, bytes);
    }

    @Override
    public void wsFree(long pointer) {
        cpu.wsFree(pointer);
    }

    @Override
    public void cacheWbInv(long pointer, long bytes) {
        cpu.cacheWbInv(pointer, bytes);
    }

    @Override
    public long dspPointer(long pointer) {
        return cpu.dspPointer(pointer);
    }

    @Override
    public void work(Cost kind, long units) {
        cpu.work(kind, units);
    }
}
