package org.anabranch.mic.sink;

import org.anabranch.api.KernelBuildException;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Region;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.support.NativeFunction;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A function of a native library. Nothing protects the card from what it does; that is what the
 * process is for.
 */
final class OfNative implements KernelStore.Code {
    private final Arena arena = Arena.ofShared();
    private final NativeFunction function;

    OfNative(String library, String symbol) {
        try {
            function = NativeFunction.load(new NativeCode(Path.of(library), symbol), arena);
        } catch (KernelBuildException refused) {
            arena.close();
            throw new RefusedException(refused.getMessage(), refused);
        }
    }

    @Override
    public void run(Launch launch, LongFunction<MemorySegment> memory) {
        List<LaunchArgument> given = launch.arguments();
        Object[] arguments = new Object[given.size()];
        for (int i = 0; i < arguments.length; i++) {
            if (given.get(i) instanceof LaunchArgument.Memory operand) {
                Region window = operand.window();
                long bytes = window.height() == 1 ? window.width() : window.rowPitch();
                arguments[i] =
                        new NativeFunction.Memory(
                                memory.apply(operand.slice().memory()).asSlice(window.offset()),
                                bytes / operand.elementBytes());
            } else if (given.get(i) instanceof LaunchArgument.Value scalar) {
                arguments[i] = scalar.value();
            }
        }
        function.call(launch.piece(), arguments);
    }

    @Override
    public void close() {
        arena.close();
    }
}
