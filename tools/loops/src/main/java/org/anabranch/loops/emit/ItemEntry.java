package org.anabranch.loops.emit;

import java.util.List;
import java.util.stream.Collectors;

/** The entry points of kernels, which divide the iterations among the work-items. */
final class ItemEntry {
    static final String NAME = "loop_body";

    private ItemEntry() {}

    /**
     * Returns an entry point whose work-items run consecutive iterations each.
     *
     * @param declarations of its parameters
     * @param guarded true if it reports faults
     * @param perItem iterations per work-item
     */
    static String of(List<String> declarations, boolean guarded, int perItem) {
        String arguments = arguments(declarations);
        StringBuilder text = begin(declarations);
        text.append("const long item_number = get_global_id(0);\nint fault = 0;\n");
        if (perItem == 1) {
            text.append("if (item_number < count) fault = item(item_number, " + arguments + ");\n");
        } else {
            text.append("long k = item_number * " + perItem + ";\n");
            text.append("if (k + " + perItem + " <= count) fault = lanes(k, " + arguments + ");\n");
            text.append(
                    "else for (; k < count && !fault; k++) fault = item(k, " + arguments + ");\n");
        }
        return end(text, guarded);
    }

    /**
     * Returns an entry point whose work-items run one iteration of the inner loop each; their
     * number is below 2 to the power of 32.
     *
     * @param declarations of the parameters for an iteration
     * @param width declaration of the number of inner iterations
     * @param guarded true if it reports faults
     * @param innerFastest true if neighbours run neighbouring iterations of the inner loop
     */
    static String collapsed(
            List<String> declarations, String width, boolean guarded, boolean innerFastest) {
        String fastest = innerFastest ? KernelMemory.argument(width) : "count";
        String quotient = "item_number / (uint) " + fastest;
        String rest = "item_number % (uint) " + fastest;
        StringBuilder text = begin(declarations);
        text.insert(text.length() - ") {\n".length(), ", " + width);
        text.append("const uint item_number = get_global_id(0);\nint fault = 0;\n");
        text.append("if (item_number < (uint) count * (uint) width)\n");
        text.append(
                "fault = item(%s, %s, %s);\n"
                        .formatted(
                                innerFastest ? quotient : rest,
                                innerFastest ? rest : quotient,
                                arguments(declarations)));
        return end(text, guarded);
    }

    private static StringBuilder begin(List<String> declarations) {
        StringBuilder text = new StringBuilder("__kernel void " + NAME + "(");
        return text.append(String.join(", ", declarations)).append(") {\n");
    }

    private static String end(StringBuilder text, boolean guarded) {
        return text.append(guarded ? "faults[item_number] = fault;\n}\n" : "}\n").toString();
    }

    private static String arguments(List<String> declarations) {
        return declarations.stream().map(KernelMemory::argument).collect(Collectors.joining(", "));
    }
}
