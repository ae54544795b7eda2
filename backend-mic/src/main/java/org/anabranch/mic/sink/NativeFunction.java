package org.anabranch.mic.sink;

import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/**
 * A function of a native library: the piece as nine numbers, then for each memory argument its
 * address and row pitch in elements, for each scalar its value. Nothing protects the card from what
 * it does; that is what the process is for.
 */
final class NativeFunction implements KernelStore.Code {
    private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment function;
    private final Map<List<MemoryLayout>, MethodHandle> handles = new ConcurrentHashMap<>();

    NativeFunction(String library, String symbol) {
        try {
            this.function =
                    SymbolLookup.libraryLookup(Path.of(library), arena)
                            .find(symbol)
                            .orElseThrow(
                                    () ->
                                            new RefusedException(
                                                    library + " has no function " + symbol));
        } catch (RuntimeException refused) {
            arena.close();
            throw refused instanceof RefusedException
                    ? refused
                    : new RefusedException("the library " + library + " cannot be loaded", refused);
        }
    }

    @Override
    public void run(Launch launch, LongFunction<MemorySegment> memory) throws Exception {
        List<MemoryLayout> types = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        try (Arena call = Arena.ofConfined()) {
            add(
                    types,
                    values,
                    ADDRESS,
                    call.allocateFrom(ValueLayout.JAVA_LONG, triples(launch.piece())));
            for (LaunchArgument argument : launch.arguments()) {
                if (argument instanceof LaunchArgument.Memory operand) {
                    Region window = operand.window();
                    long bytes = window.height() == 1 ? window.width() : window.rowPitch();
                    MemorySegment start =
                            memory.apply(operand.slice().memory()).asSlice(window.offset());
                    add(types, values, ADDRESS, start);
                    add(types, values, ValueLayout.JAVA_LONG, bytes / operand.elementBytes());
                } else if (argument instanceof LaunchArgument.Value scalar) {
                    add(types, values, layout(scalar.value()), scalar.value());
                }
            }
            handles.computeIfAbsent(types, this::handle).invokeWithArguments(values);
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void add(
            List<MemoryLayout> types, List<Object> values, MemoryLayout type, Object value) {
        types.add(type);
        values.add(value);
    }

    private MethodHandle handle(List<MemoryLayout> types) {
        FunctionDescriptor type = FunctionDescriptor.ofVoid(types.toArray(MemoryLayout[]::new));
        return Linker.nativeLinker().downcallHandle(function, type);
    }

    private static long[] triples(Piece piece) {
        long[] triples = new long[9];
        for (int i = 0; i < 3; i++) {
            triples[3 * i] = piece.low(i);
            triples[3 * i + 1] = piece.high(i);
            triples[3 * i + 2] = piece.stride(i);
        }
        return triples;
    }

    private static MemoryLayout layout(Number value) {
        if (value instanceof Integer) {
            return ValueLayout.JAVA_INT;
        }
        if (value instanceof Float) {
            return ValueLayout.JAVA_FLOAT;
        }
        return value instanceof Double ? ValueLayout.JAVA_DOUBLE : ValueLayout.JAVA_LONG;
    }

    @Override
    public void close() {
        arena.close();
    }
}
