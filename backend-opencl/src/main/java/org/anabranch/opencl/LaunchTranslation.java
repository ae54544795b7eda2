package org.anabranch.opencl;

import org.anabranch.api.MappedOperand;
import org.anabranch.api.Region;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;

import java.util.ArrayList;
import java.util.List;

/**
 * Translates a launch to the calling convention of {@code opencl-c}: memory is a pointer, an offset
 * and a row pitch in elements; a scalar is its value. A function may take the pointer alone for
 * each mapped operand, which then points to the start of the buffer.
 */
final class LaunchTranslation {
    private static final int POINTER_BYTES = 8;
    private static final int PER_OPERAND = 3;

    private final OpenDriver driver;
    private final Blocks blocks;

    /** Finds allocations. */
    interface Blocks {
        DeviceMemory.Block block(long handle) throws DeviceException;
    }

    LaunchTranslation(OpenDriver driver, Blocks blocks) {
        this.driver = driver;
        this.blocks = blocks;
    }

    /** {@return a command that holds a use of the kernel and of all memory} */
    KernelCommand command(Order order, Launch launch, LoadedKernel kernel, Completion completion)
            throws DeviceException {
        WorkGroups groups =
                launch.piece().size() == 0 ? null : WorkGroups.of(launch.piece(), kernel.limits());
        boolean uniform = isUniform(launch.arguments(), kernel);
        KernelValues values = new KernelValues(kernel.arguments());
        List<ClHandle> used = new ArrayList<>(launch.arguments().size());
        try {
            for (LaunchArgument argument : launch.arguments()) {
                switch (argument) {
                    case LaunchArgument.Value scalar -> values.add(scalar.value());
                    case LaunchArgument.Memory memory -> add(memory, uniform, values, used);
                }
            }
            retain(kernel.handle());
        } catch (DeviceException | RuntimeException refused) {
            used.forEach(ClHandle::release);
            throw refused;
        }
        return new KernelCommand(order, completion, kernel, values, groups, used);
    }

    /** Whether the function takes three parameters for a mapped operand too. */
    private boolean isUniform(List<LaunchArgument> arguments, LoadedKernel kernel)
            throws DeviceException {
        int uniform = 0;
        int mixed = 0;
        for (LaunchArgument argument : arguments) {
            boolean memory = argument instanceof LaunchArgument.Memory;
            uniform += memory ? PER_OPERAND : 1;
            mixed += memory && !isMapped((LaunchArgument.Memory) argument) ? PER_OPERAND : 1;
        }
        if (kernel.arguments() != uniform && kernel.arguments() != mixed) {
            throw new DeviceException(
                    driver.description().id()
                            + ": the function of kernel "
                            + kernel.name()
                            + " has "
                            + kernel.arguments()
                            + " parameters, its arguments need "
                            + uniform
                            + (mixed == uniform ? "" : " or " + mixed)
                            + " (pointer, offset and pitch for memory, or the pointer alone for"
                            + " mapped operands; one for a scalar)");
        }
        return kernel.arguments() == uniform;
    }

    private static boolean isMapped(LaunchArgument.Memory memory) {
        return memory.source() instanceof MappedOperand;
    }

    private void add(
            LaunchArgument.Memory memory, boolean uniform, KernelValues values, List<ClHandle> used)
            throws DeviceException {
        DeviceMemory.Block block = blocks.block(memory.slice().memory());
        Region window = memory.window();
        if (window.end() > block.bytes()) {
            throw new DeviceException(
                    driver.description().id()
                            + ": "
                            + window
                            + " is outside an allocation of "
                            + block.bytes()
                            + " bytes");
        }
        if (isMapped(memory) && !uniform) {
            values.add(start(block, window, used).value(), POINTER_BYTES);
            return;
        }
        int element = memory.elementBytes();
        long pitch = window.height() == 1 ? window.width() : window.rowPitch();
        if (window.offset() % element != 0 || pitch % element != 0) {
            throw new DeviceException(
                    driver.description().id()
                            + ": offset and pitch of "
                            + window
                            + " are no multiples of "
                            + element);
        }
        retain(block.handle());
        used.add(block.handle());
        values.add(block.handle().value(), POINTER_BYTES);
        values.add(window.offset() / element, Long.BYTES);
        values.add(pitch / element, Long.BYTES);
    }

    /** The buffer itself, or a view where the buffer does not begin with its allocation. */
    private ClHandle start(DeviceMemory.Block block, Region window, List<ClHandle> used)
            throws DeviceException {
        if (window.offset() > 0) {
            ClHandle view =
                    driver.view(block.handle(), window.offset(), window.end() - window.offset());
            used.add(view);
            return view;
        }
        retain(block.handle());
        used.add(block.handle());
        return block.handle();
    }

    private void retain(ClHandle handle) throws DeviceException {
        if (!handle.retain()) {
            throw new DeviceException(driver.description().id() + ": " + handle + " is released");
        }
    }
}
