package org.anabranch.k2h.device;

import org.anabranch.api.Region;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.spi.JavaLaunch;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The execution of a launch as on a DSP with every operand in its own memory: on copies, of which
 * only the declared bytes are copied back. A difference elsewhere is an undeclared write (K2H-C5),
 * which fails the launch before any byte is copied back.
 */
final class PrivateCopies {
    private PrivateCopies() {}

    static void run(Launch launch, LongFunction<MemorySegment> memory) throws Exception {
        Map<Long, MemorySegment> copies = new HashMap<>();
        Map<Long, MemorySegment> before = new HashMap<>();
        try (Arena arena = Arena.ofConfined()) {
            for (LaunchArgument argument : launch.arguments()) {
                if (argument instanceof LaunchArgument.Memory operand) {
                    copies.computeIfAbsent(
                            operand.slice().memory(), handle -> copy(arena, memory.apply(handle)));
                }
            }
            copies.forEach((handle, copy) -> before.put(handle, copy(arena, copy)));
            JavaLaunch.run(launch, copies::get);
            copies.forEach((handle, copy) -> check(launch, handle, copy, before.get(handle)));
            copies.forEach((handle, copy) -> bringBack(launch, handle, copy, memory.apply(handle)));
        }
    }

    private static MemorySegment copy(Arena arena, MemorySegment original) {
        return arena.allocate(original.byteSize(), 128).copyFrom(original);
    }

    private static void check(
            Launch launch, long handle, MemorySegment copy, MemorySegment before) {
        bringBack(launch, handle, copy, before);
        long foreign = before.mismatch(copy);
        if (foreign >= 0) {
            throw new K2hException(
                    "kernel "
                            + launch.kernel().name()
                            + " wrote byte "
                            + foreign
                            + " of an operand, value "
                            + copy.get(ValueLayout.JAVA_BYTE, foreign)
                            + ", which is outside what it declares as written");
        }
    }

    private static void bringBack(
            Launch launch, long handle, MemorySegment copy, MemorySegment to) {
        for (LaunchArgument argument : launch.arguments()) {
            if (argument instanceof LaunchArgument.Memory operand
                    && operand.slice().memory() == handle
                    && operand.mode().writes()) {
                Region region = operand.slice().region();
                Region.copy(copy, region, to, region);
            }
        }
    }
}
