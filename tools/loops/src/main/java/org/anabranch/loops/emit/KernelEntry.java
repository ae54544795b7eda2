package org.anabranch.loops.emit;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.SourceCode;
import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.lift.BodyRefusal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The entry point of a kernel whose code takes the arguments of a program. It has five parameters
 * for each operand (pointer, offset, pitch, rows, columns, in elements), and a {@code long} or a
 * {@code double} for each number. Then follow, for each of three dimensions, the stride of the
 * piece and the remainder of its first index divided by that.
 */
public final class KernelEntry {
    private static final String ENTRY = "translated";

    private final Kernel kernel;
    private final int rank;
    private final boolean strides;
    private final Map<Integer, String> types = new HashMap<>();
    private final List<String> given = new ArrayList<>();

    private KernelEntry(Kernel kernel, int rank, boolean strides) {
        this.kernel = kernel;
        this.rank = rank;
        this.strides = strides;
    }

    /**
     * Writes a kernel without guards: each run must be proved free of faults.
     *
     * @param kernel whose parameters it takes
     * @param body the code for one index; its inputs are arguments, and fields {@code index0} and
     *     so on of the piece if it has several dimensions
     * @param rank dimensions of the piece; 0 if the first work-item alone does it all
     * @param strides true if strides of the piece may differ from 1
     * @return the code
     * @throws BodyRefusal if it cannot be expressed in OpenCL C
     */
    public static SourceCode of(Kernel kernel, LoopBody body, int rank, boolean strides) {
        return new KernelEntry(kernel, rank, strides).code(body);
    }

    private SourceCode code(LoopBody body) {
        return new SourceCode(KernelCode.OPENCL_C, text(body), ENTRY, "");
    }

    private String text(LoopBody body) {
        EmitOptions options = EmitOptions.scalar().proved(true).division(Division.THROUGH_DOUBLE);
        OpenClEmitter.Item item = OpenClEmitter.item(body, options);
        for (int p = 0; p < item.parameters().size(); p++) {
            pass(item.parameters().get(p), item.declarations().get(p), item.text());
        }
        StringBuilder text = new StringBuilder(item.text());
        text.append(strides ? steppedItem(item) : "");
        text.append("__kernel void " + ENTRY + "(");
        for (int p = 0; p < kernel.parameters().size(); p++) {
            text.append(declared(p)).append(", ");
        }
        text.append("long s0, long f0, long s1, long f1, long s2, long f2) {\n");
        if (rank == 0) {
            text.append(
                    "if (get_global_id(0) + get_global_id(1) + get_global_id(2) > 0) return;\n");
        }
        given.addFirst(rank == 1 ? index(0) : "0");
        String call = "item(" + String.join(", ", given) + ");\n";
        if (!strides) {
            return text.append(call).append("}\n").toString();
        }
        text.append("if (s0 == 1 && s1 == 1 && s2 == 1) " + call);
        return text.append("else " + stepped(call) + "}\n").toString();
    }

    private String index(int dimension) {
        return "get_global_id(" + (rank - 1 - dimension) + ")";
    }

    /** Returns the call for a strided piece: index = work-item * stride + remainder. */
    private String stepped(String call) {
        String result = call.replaceFirst("item", "stepped_item");
        for (int d = 0; d < rank; d++) {
            result = result.replace(index(d), "(" + index(d) + " * s" + d + " + f" + d + ")");
        }
        return result;
    }

    /**
     * Returns the code for strided pieces, as a function of its own, so that the usual code is
     * compiled as it would be alone.
     */
    private static String steppedItem(OpenClEmitter.Item item) {
        String names =
                String.join(
                        ", ", item.declarations().stream().map(KernelMemory::argument).toList());
        return ("static __attribute__((noinline)) int stepped_item(long k, %s) {\nreturn"
                        + " item(k, %s);\n}\n")
                .formatted(String.join(", ", item.declarations()), names);
    }

    private String declared(int position) {
        if (kernel.parameters().get(position).mode() == null) {
            return types.getOrDefault(position, "long") + " a" + position;
        }
        String type = types.getOrDefault(position, "__global char*");
        return "%s a%d, long o%d, long p%d, long r%d, long c%d"
                .replace("%d", Integer.toString(position))
                .replace("%s", type);
    }

    /** Passes an argument to the function that runs an index. */
    private void pass(KernelText.Parameter parameter, String declaration, String text) {
        Input input = parameter.input();
        switch (parameter.role()) {
            case FIRST, COUNT -> given.add("0L");
            case MEMORY -> {
                int position = position(input, true);
                types.put(position, declaration.substring(0, declaration.lastIndexOf(' ')));
                given.add("a" + position + " + o" + position);
            }
            case VALUE -> given.add(value(input));
            default -> given.add(unused(declaration, text));
        }
    }

    /** Returns a dummy for a size, which only guards would use, and there are none. */
    private static String unused(String declaration, String text) {
        String name = KernelMemory.argument(declaration);
        if (text.split("\\b" + name + "\\b", -1).length > 2) {
            throw new BodyRefusal("it asks for a length", 0);
        }
        return "0";
    }

    private String value(Input input) {
        if (input.source() instanceof Source.Field field && field.name().startsWith("index")) {
            int dimension = Integer.parseInt(field.name().substring("index".length()));
            return index(dimension);
        }
        String asked = ((Source.Argument) input.source()).asked();
        boolean memory = asked.equals("pitch") || asked.equals("rows") || asked.equals("columns");
        int position = position(input, memory);
        if (memory) {
            return asked.charAt(0) + "" + position;
        }
        String type = asked.equals("doubleAt") ? "double" : "long";
        if (!types.computeIfAbsent(position, none -> type).equals(type)) {
            throw new BodyRefusal(
                    "argument " + position + " is asked for as long and as double", 0);
        }
        return "a" + position;
    }

    private int position(Input input, boolean memory) {
        int position = ((Source.Argument) input.source()).position();
        if (position < 0 || position >= kernel.parameters().size()) {
            throw new BodyRefusal("there is no argument " + position, 0);
        }
        if (memory != (kernel.parameters().get(position).mode() != null)) {
            throw new BodyRefusal(
                    "argument " + position + (memory ? " is a number" : " is memory"), 0);
        }
        return position;
    }
}
