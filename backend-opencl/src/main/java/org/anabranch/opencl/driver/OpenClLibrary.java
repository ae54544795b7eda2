package org.anabranch.opencl.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * The OpenCL loader. Looked up in the global arena, never by {@code System.load}: so it belongs to
 * no class loader, the bundle can be updated, and the driver is never unloaded under a thread of
 * its own.
 */
public final class OpenClLibrary {

    /** System property with the loader's path, tried before the usual names. */
    static final String PATH_PROPERTY = "anabranch.opencl.library";

    private static final List<String> NAMES =
            List.of(
                    "libOpenCL.so.1",
                    "libOpenCL.so",
                    "OpenCL",
                    "/System/Library/Frameworks/OpenCL.framework/OpenCL");

    private OpenClLibrary() {}

    /** Found once per class loader; a loader that appears later needs a restart of the bundle. */
    private static final class Found {
        static final Optional<SymbolLookup> LIBRARY = find();

        private static Optional<SymbolLookup> find() {
            return names().stream().flatMap(name -> open(name).stream()).findFirst();
        }

        private static Optional<SymbolLookup> open(String name) {
            try {
                return Optional.of(SymbolLookup.libraryLookup(name, Arena.global()));
            } catch (IllegalArgumentException | IllegalCallerException absent) {
                return Optional.empty();
            }
        }
    }

    /** {@return the names that are tried, in order} */
    public static List<String> names() {
        String configured = System.getProperty(PATH_PROPERTY);
        return configured == null ? NAMES : List.of(configured);
    }

    public static boolean isPresent() {
        return Found.LIBRARY.isPresent();
    }

    /** {@return true if the loader has a function: those after OpenCL 1.2 may be missing} */
    public static boolean has(String function) {
        return Found.LIBRARY.flatMap(library -> library.find(function)).isPresent();
    }

    /**
     * Links a function.
     *
     * @param signature its parameters and its result, as a method descriptor with letters for 32
     *     bits ({@code I}), 64 bits ({@code J}), a segment ({@code A}) and no result ({@code V})
     */
    static MethodHandle link(String function, String signature) {
        MemorySegment address =
                Found.LIBRARY
                        .flatMap(library -> library.find(function))
                        .orElseThrow(
                                () ->
                                        new UnsatisfiedLinkError(
                                                "the OpenCL loader has no function " + function));
        int end = signature.indexOf(')');
        MemoryLayout[] parameters =
                signature
                        .substring(1, end)
                        .chars()
                        .mapToObj(OpenClLibrary::layout)
                        .toArray(MemoryLayout[]::new);
        char result = signature.charAt(end + 1);
        return Linker.nativeLinker()
                .downcallHandle(
                        address,
                        result == 'V'
                                ? FunctionDescriptor.ofVoid(parameters)
                                : FunctionDescriptor.of(layout(result), parameters));
    }

    private static MemoryLayout layout(int letter) {
        return switch (letter) {
            case 'I' -> ValueLayout.JAVA_INT;
            case 'J' -> ValueLayout.JAVA_LONG;
            case 'A' -> ValueLayout.ADDRESS;
            default -> throw new IllegalArgumentException("no letter: " + (char) letter);
        };
    }
}
