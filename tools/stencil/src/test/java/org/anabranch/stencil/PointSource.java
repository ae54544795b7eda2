package org.anabranch.stencil;

import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.KernelSource;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.Locale;

/** {@link PointKernel} in OpenCL C, with the same operations in the same order. */
public final class PointSource {
    private PointSource() {}

    /** The stencil with the text of its kernel. */
    public static Stencil with(Stencil stencil) {
        KernelSource none = stencil.kernel();
        KernelSource source =
                new KernelSource(
                        none.file(), text(stencil), none.function(), none.global(), none.local());
        return new Stencil(
                stencil.rank(),
                stencil.iterations(),
                stencil.arguments(),
                stencil.swapIn(),
                stencil.swapOut(),
                stencil.ghost(),
                source);
    }

    private static String text(Stencil stencil) {
        String type = stencil.grid().type().word();
        boolean more = stencil.argument("C").isPresent();
        StringBuilder text =
                new StringBuilder("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n")
                        .append("#pragma OPENCL FP_CONTRACT OFF\n")
                        .append("__kernel void ")
                        .append(stencil.kernel().function())
                        .append("(__global T *a, __global const T *b, int width, int height")
                        .append(
                                more
                                        ? ", __global const float *c, __global const float *w,"
                                                + " double s)\n{\n"
                                        : ")\n{\n");
        loops(stencil, text);
        text.append("int at = (z * height + y) * width + x;\ndouble sum = 0;\n");
        sum(stencil, text);
        boolean inPlace =
                stencil.arguments().getFirst().property() == StencilArgument.Property.INOUT;
        text.append(inPlace ? "sum -= 0.5 * (double)a[at];\n" : "");
        text.append(
                more
                        ? "sum += 0.125 * (double)c[at] + s;\n"
                                + "long pick = (long)floor(sum * 8.0);\n"
                                + "sum += (double)w[(pick < 0 ? -pick : pick) % 3];\n"
                        : "");
        text.append(
                stencil.grid().type() == ElementType.INT
                        ? "a[at] = (int)(fmod(sum / 1000.0, 1.0) * 1000.0);\n"
                        : "a[at] = (T)(sum / 2.0);\n");
        return text.append("}}}}\n").toString().replaceAll("\\bT\\b", type);
    }

    /** Over the cells of the item. */
    private static void loops(Stencil stencil, StringBuilder text) {
        for (int axis = 2; axis >= 0; axis--) {
            char name = "xyz".charAt(axis);
            String first = axis < stencil.rank() ? "(int)get_global_id(" + axis + ")" : "0";
            text.append(
                    String.format(
                            Locale.ROOT,
                            "int %c0 = %s * %d + %d; for (int %c = %c0; %c < %c0 + %d; %c++)\n",
                            name,
                            first,
                            stencil.cellsPerItem().get(axis),
                            -stencil.ghost().lower().get(axis),
                            name,
                            name,
                            name,
                            name,
                            stencil.cellsPerItem().get(axis),
                            name));
            text.append("{\n");
        }
    }

    private static void sum(Stencil stencil, StringBuilder text) {
        double weight = 0.25;
        for (CellBox offset : stencil.ghost().offsets()) {
            Point low = offset.low();
            Point high = offset.high();
            for (long dz = low.z(); dz < high.z(); dz++) {
                for (long dy = low.y(); dy < high.y(); dy++) {
                    for (long dx = low.x(); dx < high.x(); dx++) {
                        text.append(
                                String.format(
                                        Locale.ROOT,
                                        "sum += %s * (double)b[at + (%d * height + %d) * width +"
                                                + " %d];\n",
                                        Double.toHexString(weight),
                                        dz,
                                        dy,
                                        dx));
                        weight = PointKernel.nextWeight(weight);
                    }
                }
            }
        }
    }
}
