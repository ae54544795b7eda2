package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.LoopCode;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.program.Tile;
import org.anabranch.k2h.run.RuntimeOptions;

/**
 * An ARM core without the constructs of HC-K2H, for the serial elision of a program: a task runs
 * where it is started, a loop as one tile, and neither costs anything.
 */
public final class SerialCpu extends ArmCpu {
    private SerialCpu(ArmCpu cpu) {
        super(cpu);
    }

    /** Returns the main function of a run, or of its serial elision if the options say so. */
    public static Code main(Program.Run run, RuntimeOptions options) {
        return (cpu, none) -> run.main(options.elided() ? new SerialCpu((ArmCpu) cpu) : cpu);
    }

    @Override
    public void async(Function function, long... arguments) {
        checkCallable(function, arguments, true, false);
        ((Code) function.arm()).run(this, arguments.clone());
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
        if (!domain.isEmpty()) {
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
}
