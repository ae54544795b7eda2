package org.anabranch.opencl.kernel;

import static org.anabranch.opencl.driver.ClFunction.GET_KERNEL_ARGUMENT_INFO;

import org.anabranch.opencl.driver.ClStatus;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types of a kernel's parameters as the driver has them, empty where it does not say. A function
 * that takes larger numbers than its memory has would go on behind the end, and with a driver for
 * processors end the program.
 */
final class ParameterTypes {
    private static final int TYPE_NAME = 0x1198;
    private static final int LONGEST = 256;
    private static final Pattern POINTER = Pattern.compile("(u?[a-z]+)(2|3|4|8|16)?\\s*\\*");
    private static final Map<String, Integer> BYTES =
            Map.of(
                    "short", 2, "ushort", 2, "half", 2, "int", 4, "uint", 4, "float", 4, "long", 8,
                    "ulong", 8, "double", 8);

    private final List<String> names;
    private final int[] bytes;

    private ParameterTypes(List<String> names) {
        this.names = names;
        this.bytes = names.stream().mapToInt(ParameterTypes::bytes).toArray();
    }

    /** {@return what the driver says of a kernel with so many parameters} */
    static ParameterTypes of(long kernel, int count) {
        List<String> names = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(LONGEST);
            for (int i = 0; i < count; i++) {
                int status =
                        GET_KERNEL_ARGUMENT_INFO.status(
                                kernel, i, TYPE_NAME, (long) LONGEST, name.address(), 0L);
                names.add(status == ClStatus.SUCCESS ? name.getString(0) : "");
            }
        }
        return new ParameterTypes(names);
    }

    private static int bytes(String name) {
        Matcher pointer = POINTER.matcher(name);
        return pointer.matches() ? BYTES.getOrDefault(pointer.group(1), 0) : 0;
    }

    int count() {
        return names.size();
    }

    String name(int parameter) {
        return names.get(parameter);
    }

    /** {@return whether memory has elements as large as the numbers; bytes stand for anything} */
    boolean fits(int parameter, int elementBytes) {
        return elementBytes == 1 || bytes[parameter] <= elementBytes;
    }
}
