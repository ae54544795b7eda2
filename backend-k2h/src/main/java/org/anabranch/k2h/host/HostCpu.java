package org.anabranch.k2h.host;

import org.anabranch.api.Finish;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.ArmCpu;

import java.util.ArrayDeque;
import java.util.Deque;

/** A task's view of the worker that runs it: tasks and scopes are those of the platform. */
final class HostCpu extends ArmCpu {
    private final HostMachine machine;
    private final Deque<Finish> scopes = new ArrayDeque<>();
    private Finish current;

    HostCpu(HostMachine machine, Finish around) {
        super(
                HostMachine.CORE,
                machine.owed,
                machine.cache,
                machine.image,
                machine.memory,
                machine.globals);
        this.machine = machine;
        this.current = around;
    }

    /** Runs a task in the scope that it belongs to. */
    void run(Code code, long[] arguments) {
        try {
            code.run(this, arguments);
        } finally {
            machine.owed.spend();
        }
    }

    @Override
    public void async(Function function, long... arguments) {
        checkCallable(function, arguments, true, false);
        long[] copy = arguments.clone();
        Finish scope = current;
        machine.owed.spend();
        scope.async(() -> machine.run(function, copy, scope));
    }

    @Override
    public void asyncDsp(Function function, long... arguments) {
        throw new K2hException.Program("asyncDSP of " + function + ": there is no DSP");
    }

    @Override
    public void startFinish(Operand... operands) {
        scopes.push(current);
        current = machine.platform.finish();
    }

    @Override
    public void endFinish() {
        if (scopes.isEmpty()) {
            throw new K2hException.Program("endFinish without startFinish");
        }
        machine.owed.spend();
        Finish ended = current;
        current = scopes.pop();
        ended.close();
    }

    @Override
    public int dsps() {
        return 0;
    }
}
