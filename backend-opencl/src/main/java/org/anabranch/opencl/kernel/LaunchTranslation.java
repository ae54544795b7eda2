package org.anabranch.opencl.kernel;

import org.anabranch.api.MappedOperand;
import org.anabranch.api.Region;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;

import java.util.List;
import java.util.Locale;

/**
 * The translation of a launch to the calling convention of {@code opencl-c}: memory is a pointer,
 * an offset and a row pitch in elements, and the numbers of rows and columns if the function takes
 * five parameters for each; a scalar is its value. A function may take the pointer alone for each
 * mapped operand, which then points to the start of the buffer.
 */
public record LaunchTranslation(OpenDriver driver, AllocationPool.Blocks blocks) {
    private static final int POINTER_ALONE = 1;
    private static final int PLACE = 3;
    private static final int PLACE_AND_EXTENTS = 5;

    /** {@return a command that holds a use of the kernel and of all memory} */
    public LaunchCommand command(
            Order order, Launch launch, LoadedKernel loaded, Completion completion)
            throws DeviceException {
        loaded.use()
                .checkPart(
                        driver.description().id() + ": kernel " + loaded.name(), launch.partial());
        WorkGroups groups = loaded.groups(launch.piece());
        LoadedKernel kernel = loaded.forRange(groups);
        List<LaunchArgument> arguments = launch.arguments();
        int perMemory = perMemory(arguments, kernel);
        KernelValues values = new KernelValues(kernel.arguments());
        ClHandle used = null;
        try {
            for (int i = 0; i < arguments.size(); i++) {
                LaunchArgument argument = arguments.get(i);
                if (argument instanceof LaunchArgument.Memory memory) {
                    check(kernel, values.count(), memory, perMemory);
                    add(kernel, memory, perMemory, values);
                } else {
                    scalar(kernel, ((LaunchArgument.Value) argument).value(), values);
                }
            }
            if (!kernel.handle().retain()) {
                throw new DeviceException(
                        driver.description().id() + ": kernel " + kernel.name() + " is released");
            }
            used = kernel.handle();
            return new LaunchCommand(order, completion, kernel, values, groups);
        } catch (DeviceException | RuntimeException | Error refused) {
            values.release();
            if (used != null) {
                used.release();
            }
            throw refused;
        }
    }

    /**
     * Returns the number of the function's parameters for each memory argument; {@link
     * #POINTER_ALONE} if it has one for each mapped operand and three for each other.
     */
    private int perMemory(List<LaunchArgument> arguments, LoadedKernel kernel)
            throws DeviceException {
        int scalars = 0;
        int mapped = 0;
        int operands = 0;
        for (int i = 0; i < arguments.size(); i++) {
            if (!(arguments.get(i) instanceof LaunchArgument.Memory memory)) {
                scalars++;
            } else if (isMapped(memory)) {
                mapped++;
            } else {
                operands++;
            }
        }
        int has = kernel.arguments() - scalars;
        if (has == PLACE * (mapped + operands)) {
            return PLACE;
        }
        if (has == PLACE_AND_EXTENTS * (mapped + operands)) {
            return PLACE_AND_EXTENTS;
        }
        if (has == mapped + PLACE * operands) {
            return POINTER_ALONE;
        }
        throw new DeviceException(
                driver.description().id()
                        + ": the function of kernel "
                        + kernel.name()
                        + " has "
                        + kernel.arguments()
                        + " parameters; its arguments are "
                        + scalars
                        + " scalars, with one each, and "
                        + (mapped + operands)
                        + " of memory, with 3 each (pointer, offset, pitch) or 5 (and rows,"
                        + " columns), or the pointer alone for the "
                        + mapped
                        + " mapped");
    }

    private DeviceException wrong(LoadedKernel kernel, int parameter, String what) {
        return new DeviceException(
                "%s: parameter %s of kernel %s is a %s, but %s"
                        .formatted(
                                driver.description().id(),
                                parameter,
                                kernel.name(),
                                kernel.types().name(parameter),
                                what));
    }

    private void check(
            LoadedKernel kernel, int parameter, LaunchArgument.Memory memory, int perMemory)
            throws DeviceException {
        ParameterTypes types = kernel.types();
        if (types.isScalar(parameter)) {
            throw wrong(kernel, parameter, "its argument is memory");
        }
        if (!types.fits(parameter, memory.elementBytes())) {
            throw wrong(
                    kernel,
                    parameter,
                    "its memory has elements of " + memory.elementBytes() + " bytes");
        }
        boolean placed = !(isMapped(memory) && perMemory == POINTER_ALONE);
        if (placed && types.isVectorPointer(parameter)) {
            throw wrong(
                    kernel,
                    parameter,
                    "offset, pitch and indices of its argument count elements of "
                            + memory.elementBytes()
                            + " bytes: declare a pointer to such elements, and use vload and"
                            + " vstore");
        }
    }

    /** Adds a number as a parameter's type has it. */
    private void scalar(LoadedKernel kernel, Number value, KernelValues values)
            throws DeviceException {
        int parameter = values.count();
        if (!kernel.types().add(parameter, value, values)) {
            String given = value.getClass().getSimpleName();
            String type = given.equals("Integer") ? "int" : given.toLowerCase(Locale.ROOT);
            throw wrong(
                    kernel,
                    parameter,
                    "its argument is the %s %s, which is no value of that type"
                            .formatted(type, value));
        }
    }

    private static boolean isMapped(LaunchArgument.Memory memory) {
        return memory.source() instanceof MappedOperand;
    }

    private void add(
            LoadedKernel kernel, LaunchArgument.Memory memory, int perMemory, KernelValues values)
            throws DeviceException {
        AllocationPool.Block block = blocks.block(memory.slice().memory());
        Region window = memory.window();
        if (window.end() > block.bytes()) {
            throw new DeviceException(
                    "%s: %s is outside an allocation of %s bytes"
                            .formatted(driver.description().id(), window, block.bytes()));
        }
        if (isMapped(memory) && perMemory == POINTER_ALONE) {
            addStart(block, window, values);
            return;
        }
        int element = memory.elementBytes();
        long pitch = window.height() == 1 ? window.width() : window.rowPitch();
        if (window.offset() % element != 0 || pitch % element != 0) {
            throw new DeviceException(
                    "%s: offset and pitch of %s are no multiples of %s"
                            .formatted(driver.description().id(), window, element));
        }
        values.addUseOf(block.handle());
        scalar(kernel, window.offset() / element, values);
        scalar(kernel, pitch / element, values);
        if (perMemory == PLACE_AND_EXTENTS) {
            scalar(kernel, window.height() * window.depth(), values);
            scalar(kernel, window.width() / element, values);
        }
    }

    /** The buffer itself, or a view where the buffer does not begin with its allocation. */
    private void addStart(AllocationPool.Block block, Region window, KernelValues values)
            throws DeviceException {
        if (window.offset() > 0) {
            values.addUsed(
                    driver.view(block.handle(), window.offset(), window.end() - window.offset()));
        } else {
            values.addUseOf(block.handle());
        }
    }
}
