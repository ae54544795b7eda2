package org.anabranch.opencl.quirks;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The main class of the process that tests the drivers: loads them, lists the devices and opens a
 * context on each. Writes a line per device and then {@code end} to the file {@value #SAID}; a
 * driver that crashes or hangs is known by the missing last line. One class file, without help from
 * others, since the bundle copies just this one into the class path of that process.
 */
final class TrialMain {
    static final String END = "end";
    static final String SAID = "said";
    private static final long ALL_TYPES = 0xFFFFFFFFL;

    private TrialMain() {}

    /** The loader's possible names are the arguments. */
    public static void main(String[] names) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup library = open(List.of(names));
            MethodHandle platformIds =
                    link(
                            library,
                            "clGetPlatformIDs",
                            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
            MemorySegment found = arena.allocate(JAVA_INT);
            int none = (int) platformIds.invokeExact(0, MemorySegment.NULL, found);
            int count = none == 0 ? found.get(JAVA_INT, 0) : 0;
            if (count > 0) {
                MemorySegment platforms = arena.allocate(JAVA_LONG, count);
                int status = (int) platformIds.invokeExact(count, platforms, MemorySegment.NULL);
                require(status, "clGetPlatformIDs");
                for (int i = 0; i < count; i++) {
                    tryPlatform(library, arena, platforms.getAtIndex(JAVA_LONG, i));
                }
            }
            say(END);
        }
    }

    private static void tryPlatform(SymbolLookup library, Arena arena, long platform)
            throws Throwable {
        MethodHandle deviceIds =
                link(
                        library,
                        "clGetDeviceIDs",
                        FunctionDescriptor.of(
                                JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));
        MemorySegment found = arena.allocate(JAVA_INT);
        int none = (int) deviceIds.invokeExact(platform, ALL_TYPES, 0, MemorySegment.NULL, found);
        int count = none == 0 ? found.get(JAVA_INT, 0) : 0;
        MemorySegment devices = arena.allocate(JAVA_LONG, Math.max(1, count));
        if (count > 0) {
            int status =
                    (int)
                            deviceIds.invokeExact(
                                    platform, ALL_TYPES, count, devices, MemorySegment.NULL);
            require(status, "clGetDeviceIDs");
        }
        for (int i = 0; i < count; i++) {
            tryDevice(library, arena, devices.asSlice(8L * i, 8));
        }
    }

    private static void tryDevice(SymbolLookup library, Arena arena, MemorySegment one)
            throws Throwable {
        MethodHandle context =
                link(
                        library,
                        "clCreateContext",
                        FunctionDescriptor.of(
                                JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        MethodHandle release =
                link(library, "clReleaseContext", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
        MemorySegment error = arena.allocate(JAVA_INT);
        MemorySegment none = MemorySegment.NULL;
        long handle = (long) context.invokeExact(none, 1, one, none, none, error);
        require(error.get(JAVA_INT, 0), "clCreateContext");
        long device = one.get(JAVA_LONG, 0);
        say(
                text(library, arena, device, 0x102B)
                        + ", driver "
                        + text(library, arena, device, 0x102D));
        require((int) release.invokeExact(handle), "clReleaseContext");
    }

    /**
     * A file in the folder that the process was started in is the way back: drivers print what they
     * like.
     */
    private static void say(String line) {
        try (FileOutputStream out = new FileOutputStream(SAID, true)) {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException unheard) {
            throw new UncheckedIOException(unheard);
        }
    }

    private static String text(SymbolLookup library, Arena arena, long device, int property)
            throws Throwable {
        MethodHandle info =
                link(
                        library,
                        "clGetDeviceInfo",
                        FunctionDescriptor.of(
                                JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));
        MemorySegment value = arena.allocate(4096);
        require(
                (int) info.invokeExact(device, property, 4095L, value, MemorySegment.NULL),
                "clGetDeviceInfo");
        return value.getString(0).strip();
    }

    private static SymbolLookup open(List<String> names) {
        for (String name : names) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException absent) {
                say(name + " absent");
            }
        }
        throw new IllegalStateException("no loader under " + names);
    }

    private static MethodHandle link(
            SymbolLookup library, String function, FunctionDescriptor shape) {
        return Linker.nativeLinker().downcallHandle(library.find(function).orElseThrow(), shape);
    }

    private static void require(int status, String what) {
        if (status != 0) {
            throw new IllegalStateException(what + " returned " + status);
        }
    }
}
