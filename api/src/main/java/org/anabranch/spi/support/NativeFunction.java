package org.anabranch.spi.support;

import org.anabranch.api.KernelBuildException;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Piece;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The function of a {@link NativeCode}, callable in this process. The process is not protected from
 * its effects. Thread-safe.
 */
public final class NativeFunction {
    private static final int NUMBERS_OF_PIECE = 9;

    private final MemorySegment function;
    private final Map<List<MemoryLayout>, MethodHandle> handles = new ConcurrentHashMap<>();

    /**
     * A memory argument of such a function.
     *
     * @param segment from the first element that it may access
     * @param pitch elements from one row to the next
     */
    public record Memory(MemorySegment segment, long pitch) {}

    private NativeFunction(MemorySegment function) {
        this.function = function;
    }

    /**
     * Loads the library, unless it is loaded, and looks up the function. Initialisers of the
     * library run on the calling thread.
     *
     * @param code library and symbol
     * @param arena keeps the library; not to be closed while the function runs
     * @return the function
     * @throws KernelBuildException if there is no such library, it is not for this machine, it has
     *     no such function, or this process may not call native code; the message says which
     */
    public static NativeFunction load(NativeCode code, Arena arena) {
        Path library = code.library().toAbsolutePath();
        if (!Files.isReadable(library)) {
            throw new KernelBuildException(
                    "there is no library " + library + ", or it cannot be read");
        }
        Optional<MemorySegment> found;
        try {
            found = SymbolLookup.libraryLookup(library, arena).find(code.symbol());
        } catch (IllegalCallerException denied) {
            throw new KernelBuildException(
                    "the library "
                            + library
                            + " may not be loaded: this process was not granted native access;"
                            + " start it with --enable-native-access="
                            + module(),
                    denied);
        } catch (IllegalArgumentException refused) {
            throw new KernelBuildException(
                    "the library "
                            + library
                            + " cannot be loaded: "
                            + LibraryFile.mismatch(library)
                                    .orElse("the system refuses it, or a library that it needs"),
                    refused);
        }
        return new NativeFunction(
                found.orElseThrow(
                        () ->
                                new KernelBuildException(
                                        "the library "
                                                + library
                                                + " has no function "
                                                + code.symbol())));
    }

    private static String module() {
        Module module = NativeFunction.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    /**
     * Calls the function in the calling thread.
     *
     * @param piece the indices
     * @param arguments in order: a {@link Memory}, or an {@code Integer}, {@code Long}, {@code
     *     Float} or {@code Double}
     */
    public void call(Piece piece, Object... arguments) {
        List<MemoryLayout> types = new ArrayList<>(1 + 2 * arguments.length);
        List<Object> values = new ArrayList<>(1 + 2 * arguments.length);
        try (Arena call = Arena.ofConfined()) {
            types.add(ValueLayout.ADDRESS);
            values.add(triples(piece, call));
            for (Object argument : arguments) {
                if (argument instanceof Memory memory) {
                    types.add(ValueLayout.ADDRESS);
                    values.add(memory.segment());
                    types.add(ValueLayout.JAVA_LONG);
                    values.add(memory.pitch());
                } else {
                    types.add(layout(argument));
                    values.add(argument);
                }
            }
            handles.computeIfAbsent(types, this::handle).invokeExact(values.toArray());
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns a method handle that takes the arguments as one array. */
    private MethodHandle handle(List<MemoryLayout> types) {
        FunctionDescriptor type = FunctionDescriptor.ofVoid(types.toArray(MemoryLayout[]::new));
        return Linker.nativeLinker()
                .downcallHandle(function, type)
                .asSpreader(Object[].class, types.size());
    }

    private static MemorySegment triples(Piece piece, Arena call) {
        MemorySegment triples = call.allocate(ValueLayout.JAVA_LONG, NUMBERS_OF_PIECE);
        for (int i = 0; i < NUMBERS_OF_PIECE / 3; i++) {
            triples.setAtIndex(ValueLayout.JAVA_LONG, 3L * i, piece.low(i));
            triples.setAtIndex(ValueLayout.JAVA_LONG, 3L * i + 1, piece.high(i));
            triples.setAtIndex(ValueLayout.JAVA_LONG, 3L * i + 2, piece.stride(i));
        }
        return triples;
    }

    private static MemoryLayout layout(Object number) {
        if (number instanceof Integer) {
            return ValueLayout.JAVA_INT;
        }
        if (number instanceof Float) {
            return ValueLayout.JAVA_FLOAT;
        }
        return number instanceof Double ? ValueLayout.JAVA_DOUBLE : ValueLayout.JAVA_LONG;
    }
}
