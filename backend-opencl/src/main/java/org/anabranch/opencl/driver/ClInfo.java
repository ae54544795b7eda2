package org.anabranch.opencl.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Questions to the driver about one of its objects. Each question is one of the {@code
 * clGet...Info} functions, whose arguments before the name of the property stand in {@code
 * subject}.
 *
 * @param function the question
 * @param subject handles that it is asked of
 */
public record ClInfo(ClFunction function, List<Long> subject) {
    public static final int PLATFORM_VERSION = 0x0901;
    public static final int PLATFORM_NAME = 0x0902;

    private static final long ALL_TYPES = 0xFFFFFFFFL;

    public static ClInfo of(ClFunction function, Long... subject) {
        return new ClInfo(function, List.of(subject));
    }

    public static ClInfo device(long device) {
        return of(ClFunction.GET_DEVICE_INFO, device);
    }

    /** All platforms; none if the loader knows none. */
    public static List<Long> platforms() throws OpenClException {
        return handles(
                (count, list, found) -> ClFunction.GET_PLATFORM_IDS.status(count, list, found),
                ClStatus.NO_PLATFORM,
                "clGetPlatformIDs");
    }

    /** All root devices of a platform. */
    public static List<Long> devices(long platform) throws OpenClException {
        return handles(
                (count, list, found) ->
                        ClFunction.GET_DEVICE_IDS.status(platform, ALL_TYPES, count, list, found),
                ClStatus.DEVICE_NOT_FOUND,
                "clGetDeviceIDs");
    }

    private interface Listing {
        int ask(int count, long list, long found);
    }

    private static List<Long> handles(Listing listing, int none, String what)
            throws OpenClException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(JAVA_INT);
            int status = listing.ask(0, 0L, found.address());
            int count = found.get(JAVA_INT, 0);
            if (status == none || status == ClStatus.SUCCESS && count == 0) {
                return List.of();
            }
            OpenClException.check(status, what);
            MemorySegment list = arena.allocate(JAVA_LONG, count);
            OpenClException.check(listing.ask(count, list.address(), 0L), what);
            List<Long> handles = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                handles.add(list.getAtIndex(JAVA_LONG, i));
            }
            return handles;
        }
    }

    /** {@return the bytes of the property, on the heap} */
    private MemorySegment bytes(int property) throws OpenClException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_LONG);
            ask(property, 0, 0, size.address());
            long count = size.get(JAVA_LONG, 0);
            MemorySegment value = arena.allocate(count, 8);
            ask(property, count, count == 0 ? 0 : value.address(), 0);
            long[] words = new long[Math.toIntExact((count + 7) / 8)]; // aligned for integers
            return MemorySegment.ofArray(words).asSlice(0, count).copyFrom(value);
        }
    }

    public String text(int property) throws OpenClException {
        MemorySegment bytes = bytes(property);
        return bytes.byteSize() == 0 ? "" : bytes.getString(0).strip();
    }

    /** {@return an integer of 4 or 8 bytes, unsigned} */
    public long number(int property) throws OpenClException {
        MemorySegment bytes = bytes(property);
        return bytes.byteSize() == 4
                ? Integer.toUnsignedLong(bytes.get(JAVA_INT, 0))
                : bytes.get(JAVA_LONG, 0);
    }

    public List<Long> numbers(int property) throws OpenClException {
        MemorySegment bytes = bytes(property);
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < bytes.byteSize() / 8; i++) {
            numbers.add(bytes.getAtIndex(JAVA_LONG, i));
        }
        return numbers;
    }

    private void ask(int property, long size, long value, long sizeNeeded) throws OpenClException {
        Object[] arguments = new Object[subject.size() + 4];
        for (int i = 0; i < subject.size(); i++) {
            arguments[i] = subject.get(i);
        }
        int next = subject.size();
        arguments[next++] = property;
        arguments[next++] = size;
        arguments[next++] = value;
        arguments[next] = sizeNeeded;
        OpenClException.check(
                function.status(arguments), "property 0x" + Integer.toHexString(property));
    }
}
