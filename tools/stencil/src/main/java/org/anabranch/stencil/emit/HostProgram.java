package org.anabranch.stencil.emit;

import org.anabranch.spi.support.ResourceText;
import org.anabranch.stencil.description.DescriptionException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Transfer;
import org.anabranch.stencil.plan.Zone;

import java.util.List;
import java.util.Locale;

/**
 * The generator of a C program from a plan, for use without the platform (ST-25). The program has
 * zones, transfers and the kernel as tables, and a fixed text, {@code host.c}, that runs them as
 * the paper's algorithm 1 does, with a barrier after the kernels and one after the transfers. It
 * needs a C11 compiler with {@code timespec_get} and OpenCL 1.1: {@code cc -O2 program.c -lOpenCL}.
 */
public final class HostProgram {
    private static final int MOST_DEVICES = 64;

    private final StencilPlan plan;
    private final Stencil stencil;
    private final StringBuilder text = new StringBuilder();

    private HostProgram(StencilPlan plan) {
        this.plan = plan;
        this.stencil = plan.stencil();
    }

    /**
     * Generates the program.
     *
     * @param plan with ghosts of depth 1, of a stencil with OpenCL C, and one result
     * @return C source
     * @throws DescriptionException if the plan or the stencil does not satisfy that
     */
    public static String of(StencilPlan plan) {
        return new HostProgram(plan).source();
    }

    private String source() {
        if (plan.options().depth() != 1) {
            throw new DescriptionException("", "a C program exchanges after every iteration");
        }
        if (stencil.kernel().text().isEmpty()) {
            throw new DescriptionException("kernel", "a C program needs OpenCL C");
        }
        if (written().size() != 1) {
            throw new DescriptionException("", "a C program has one array that is written");
        }
        head();
        kernel();
        scalars();
        types();
        tableOfArguments();
        zones();
        transfers();
        return text.append(ResourceText.of(HostProgram.class, "host.c")).toString();
    }

    private void head() {
        line("/* %s, cut into %d zones. */", stencil.kernel().function(), plan.zones().size());
        line("#define CL_TARGET_OPENCL_VERSION 120");
        line("#define CL_USE_DEPRECATED_OPENCL_1_2_APIS");
        for (String header : List.of("CL/cl.h", "stdio.h", "stdlib.h", "string.h", "time.h")) {
            line("#include <%s>", header);
        }
        line("");
        line("#define RANK %d", stencil.rank());
        line("#define ITERATIONS %dL", stencil.iterations());
        line("#define MOST_DEVICES %d", MOST_DEVICES);
        line("#define ZONES %d", plan.zones().size());
        line("#define ARGUMENTS %d", stencil.arguments().size());
        line("#define CELLS ((size_t)%dLL)", stencil.grid().size().product());
        line("#define SWAP_IN %d", position(stencil.swapIn()));
        line("#define SWAP_OUT %d", position(stencil.swapOut()));
        line(
                "#define RESULT %d",
                position(stencil.swaps() ? stencil.swapIn() : written().getFirst()));
        line("");
    }

    private List<String> written() {
        return stencil.arguments().stream()
                .filter(one -> one.property().isWritten())
                .map(StencilArgument::name)
                .toList();
    }

    private int position(String name) {
        for (int i = 0; i < stencil.arguments().size(); i++) {
            if (stencil.arguments().get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private void kernel() {
        line("static const char *function = \"%s\";", stencil.kernel().function());
        line("static const char *source =");
        for (String row : stencil.kernel().text().split("\n", -1)) {
            String escaped = row.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "");
            line("    \"%s\\n\"", escaped.replace("??", "?\\?"));
        }
        line("    ;");
        line("");
    }

    private void scalars() {
        for (StencilArgument argument : stencil.arguments()) {
            if (argument.property() == Property.SCALAR) {
                line(
                        "static const cl_%s value_of_%s = %s;",
                        argument.type().word(), argument.name(), literal(argument.value()));
            }
        }
    }

    /** Returns an exact literal: a hexadecimal float, or the smallest long in two parts. */
    private static String literal(Number value) {
        return switch (value) {
            case Float number -> floating(number, Float.toHexString(number)) + "f";
            case Double number -> floating(number, Double.toHexString(number));
            case Long number ->
                    number == Long.MIN_VALUE ? "(-9223372036854775807LL - 1)" : number + "LL";
            default ->
                    value.intValue() == Integer.MIN_VALUE ? "(-2147483647 - 1)" : value.toString();
        };
    }

    private static String floating(double value, String hexadecimal) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new DescriptionException("", "a C program has no constant for " + value);
        }
        return hexadecimal;
    }

    private void types() {
        line(
                "typedef struct { size_t origin[3], extent[3], items[3], local[3], inside[3]; }"
                        + " zone_t;");
        line(
                "typedef struct { int from, to; size_t at_from[3], at_to[3], extent[3], first; }"
                        + " transfer_t;");
        line("typedef struct {");
        line("    const char *name;");
        line("    int memory, cut;");
        line("    size_t bytes;");
        line("    const void *value;");
        line("    int axis;");
        line("} argument_t;");
        line("");
    }

    private void tableOfArguments() {
        line("static const size_t size[3] = %s;", triple(stencil.grid().size()));
        Point lower = stencil.ghost().lower();
        line("static const size_t lower[3] = {%d, %d, %d};", -lower.x(), -lower.y(), -lower.z());
        line("static const argument_t arguments[ARGUMENTS] = {");
        for (StencilArgument argument : stencil.arguments()) {
            boolean array = argument.property().isArray();
            boolean cut = array && stencil.isCut(argument);
            line(
                    "    {\"%s\", %d, %d, %d, %s, %d},",
                    argument.name(),
                    array ? 1 : 0,
                    cut ? 1 : 0,
                    array && !cut ? argument.bytes() : argument.type().bytes(),
                    argument.property() == Property.SCALAR
                            ? "&value_of_" + argument.name()
                            : "NULL",
                    argument.property() == Property.EXTENT ? argument.axis() : -1);
        }
        line("};");
    }

    private void zones() {
        line("static const zone_t zones[ZONES] = {");
        for (Zone zone : plan.zones()) {
            line(
                    "    {%s, %s, %s, %s, %s},",
                    triple(zone.local().low()),
                    triple(zone.local().size()),
                    triple(zone.items().size()),
                    triple(stencil.kernel().local()),
                    triple(zone.write().size()));
        }
        line("};");
    }

    private void transfers() {
        StringBuilder table = new StringBuilder();
        long staged = 0;
        int count = 0;
        for (Transfer transfer : plan.transfers()) {
            for (CellBox box : transfer.boxes()) {
                table.append(
                        String.format(
                                Locale.ROOT,
                                "    {%d, %d, %s, %s, %s, %d},%n",
                                transfer.from(),
                                transfer.to(),
                                triple(plan.zones().get(transfer.from()).local(box).low()),
                                triple(plan.zones().get(transfer.to()).local(box).low()),
                                triple(box.size()),
                                staged));
                staged += box.cells();
                count++;
            }
        }
        line("#define TRANSFERS %d", count);
        line("#define STAGED_CELLS ((size_t)%dLL)", staged);
        line("static const transfer_t transfers[TRANSFERS + 1] = {");
        text.append(table);
        line("    {0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0}");
        line("};");
        line("");
    }

    private static String triple(Point point) {
        return "{" + point.x() + ", " + point.y() + ", " + point.z() + "}";
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
