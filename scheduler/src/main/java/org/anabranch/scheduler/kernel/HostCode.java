package org.anabranch.scheduler.kernel;

import org.anabranch.api.Argument;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelBuildException;
import org.anabranch.api.KernelCode;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Piece;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.spi.support.NativeFunction;

import java.lang.foreign.Arena;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/** The code of a kernel for the host: its native code if that may run here, else its Java code. */
final class HostCode {
    /** Loaded once each, as long as a kernel has such code. */
    private static final Map<NativeCode, NativeFunction> FUNCTIONS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private HostCode() {}

    /**
     * The code for a run with these arguments.
     *
     * @param what says which run it is
     * @throws KernelBuildException if it is native code that cannot be had
     */
    static JavaKernel of(Object what, Kernel kernel, Argument[] arguments) {
        Optional<NativeCode> code = HostDomain.nativeCode(kernel);
        return code.isEmpty()
                ? (JavaKernel) kernel.code(KernelCode.JAVA).orElseThrow()
                : new Call(function(what, code.get()), arguments);
    }

    /** No lock is held meanwhile: two threads may look at the same time, and find the same. */
    private static NativeFunction function(Object what, NativeCode code) {
        NativeFunction known = FUNCTIONS.get(code);
        if (known == null) {
            try {
                known = NativeFunction.load(code, Arena.ofAuto());
            } catch (KernelBuildException refused) {
                throw new KernelBuildException(
                        "the host refused " + what + ": " + refused.getMessage(), refused);
            }
            FUNCTIONS.put(code, known);
        }
        return known;
    }

    /** The types of scalars are those of the program's arguments. */
    private record Call(NativeFunction function, Argument[] given) implements JavaKernel {
        @Override
        public void run(Piece piece, KernelArguments arguments) {
            Object[] values = new Object[given.length];
            for (int i = 0; i < values.length; i++) {
                values[i] =
                        given[i] instanceof Argument.Scalar scalar
                                ? scalar.value()
                                : new NativeFunction.Memory(
                                        arguments.segment(i), arguments.pitch(i));
            }
            function.call(piece, values);
        }
    }
}
