package org.anabranch.dense.blas;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A native library with the C interface of BLAS. It is never unloaded, since threads may be running
 * its code. It is limited to one thread, since tiles run side by side.
 */
public final class BlasLibrary {
    private static final String PRODUCT = "anabranch.home";
    private static final String FOLDER = "org/bytedeco/openblas/";
    private static final List<String> INSTALLED =
            List.of(
                    "libopenblas.so.0",
                    "libopenblas.so",
                    "libblis.so.4",
                    "libblis.so",
                    "libmkl_rt.so.2",
                    "libmkl_rt.so",
                    "libopenblas.dylib",
                    "libopenblas.dll");
    private static final List<String> THREADS =
            List.of(
                    "openblas_set_num_threads",
                    "bli_thread_set_num_threads",
                    "MKL_Set_Num_Threads");

    private final SymbolLookup symbols;
    private final String origin;

    private BlasLibrary(SymbolLookup symbols, String origin) {
        this.symbols = symbols;
        this.origin = origin;
        function("cblas_dgemm");
        for (String name : THREADS) {
            symbols.find(name).ifPresent(BlasLibrary::useOneThread);
        }
    }

    /**
     * Loads a library that the user names.
     *
     * @param library its file
     * @return the library
     * @throws IllegalArgumentException if it cannot be loaded or is no BLAS
     */
    public static BlasLibrary at(Path library) {
        return new BlasLibrary(
                SymbolLookup.libraryLookup(library, Arena.global()), library.toString());
    }

    /**
     * Searches for a library: in the product, on the class path, and among those of the system.
     *
     * @return the first that can be loaded
     */
    public static Optional<BlasLibrary> find() {
        return inProduct().or(BlasLibrary::onClassPath).or(BlasLibrary::installed);
    }

    private static Optional<BlasLibrary> inProduct() {
        String home = System.getProperty(PRODUCT);
        if (home == null) {
            return Optional.empty();
        }
        Path folder = Path.of(home, "native", platform());
        return Files.isDirectory(folder) ? packaged(folder) : Optional.empty();
    }

    /**
     * Extracts the native libraries from the jar of the JavaCPP presets, the only part of it that
     * is used.
     */
    private static Optional<BlasLibrary> onClassPath() {
        ClassLoader loader = BlasLibrary.class.getClassLoader();
        String folder = FOLDER + platform() + "/";
        if (loader.getResource(folder + names().getLast()) == null) {
            return Optional.empty();
        }
        try {
            Path copies = Files.createTempDirectory("anabranch-dense");
            try {
                for (String name : names()) {
                    try (InputStream library = loader.getResourceAsStream(folder + name)) {
                        if (library != null) {
                            Files.copy(library, copies.resolve(name));
                        }
                    }
                }
                return packaged(copies);
            } finally {
                remove(copies);
            }
        } catch (IOException full) {
            return Optional.empty();
        }
    }

    /**
     * Deletes the extracted files: immediately if the system permits that for loaded libraries,
     * else at exit.
     */
    private static void remove(Path folder) {
        for (String name : names()) {
            File copy = folder.resolve(name).toFile();
            if (copy.exists() && !copy.delete()) {
                folder.toFile()
                        .deleteOnExit(); // files are deleted in reverse order: the folder after its
                // content
                copy.deleteOnExit();
            }
        }
        folder.toFile().delete();
    }

    private static Optional<BlasLibrary> packaged(Path folder) {
        try {
            SymbolLookup last = null;
            for (String name : names()) {
                Path library = folder.resolve(name);
                if (Files.exists(library)) { // dependencies are loaded first
                    last = SymbolLookup.libraryLookup(library, Arena.global());
                }
            }
            return last == null ? Optional.empty() : Optional.of(new BlasLibrary(last, "packaged"));
        } catch (IllegalArgumentException unsuitable) {
            return Optional.empty();
        }
    }

    private static Optional<BlasLibrary> installed() {
        for (String name : INSTALLED) {
            try {
                return Optional.of(
                        new BlasLibrary(SymbolLookup.libraryLookup(name, Arena.global()), name));
            } catch (IllegalArgumentException notThere) {
                continue;
            }
        }
        return Optional.empty();
    }

    /** Returns the platform's name in JavaCPP. */
    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String first =
                system.startsWith("mac")
                        ? "macosx"
                        : system.startsWith("windows") ? "windows" : "linux";
        String second =
                switch (processor) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm64";
                    default -> processor;
                };
        return first + "-" + second;
    }

    /** Returns the library's name, after those of its dependencies that it cannot find itself. */
    private static List<String> names() {
        return switch (platform()) {
            case "macosx-x86_64", "macosx-arm64" ->
                    List.of(
                            "libgcc_s.1.1.dylib",
                            "libquadmath.0.dylib",
                            "libgfortran.5.dylib",
                            "libopenblas.0.dylib");
            case "windows-x86_64" -> List.of("libopenblas.dll");
            default ->
                    List.of(
                            "libgcc_s.so.1",
                            "libquadmath.so.0",
                            "libgfortran.so.5",
                            "libopenblas.so.0");
        };
    }

    private static void useOneThread(MemorySegment function) {
        call(
                Linker.nativeLinker()
                        .downcallHandle(function, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT)),
                1);
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(List.of(arguments));
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Returns a function that a BLAS must have.
     *
     * @param name of the function
     * @return its address
     * @throws IllegalArgumentException if it is missing
     */
    MemorySegment function(String name) {
        return symbols.find(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        origin + " is no BLAS: it has no function " + name));
    }

    /** Returns an optional function. */
    Optional<MemorySegment> optional(String name) {
        return symbols.find(name);
    }

    /**
     * {@return name, version and processor type, as far as the library reports them, and its
     * origin}
     */
    String describe() {
        List<String> words = new ArrayList<>();
        text("openblas_get_config")
                .ifPresent(
                        config -> {
                            String[] parts = config.split(" ");
                            words.add(parts[0] + (parts.length > 1 ? " " + parts[1] : ""));
                        });
        text("bli_info_get_version_str").ifPresent(version -> words.add("BLIS " + version));
        text("openblas_get_corename").ifPresent(core -> words.add("for " + core));
        words.add(words.isEmpty() ? "BLAS " + origin : "(" + origin + ")");
        return String.join(" ", words);
    }

    private Optional<String> text(String function) {
        return symbols.find(function)
                .map(
                        address -> {
                            MethodHandle handle =
                                    Linker.nativeLinker()
                                            .downcallHandle(
                                                    address,
                                                    FunctionDescriptor.of(ValueLayout.ADDRESS));
                            MemorySegment text = (MemorySegment) call(handle);
                            return text.reinterpret(Long.MAX_VALUE).getString(0);
                        });
    }
}
