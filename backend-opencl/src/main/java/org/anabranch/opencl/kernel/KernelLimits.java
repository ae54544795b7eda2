package org.anabranch.opencl.kernel;

import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClInfo;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.quirks.PlainFile;
import org.anabranch.spi.DeviceException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The needs of a compiled kernel, compared with what its device has. Drivers for processors end the
 * process where a launch exceeds the device's local memory or the stack of its threads.
 */
final class KernelLimits {
    private static final int KERNEL_GROUP_SIZE = 0x11B0;
    private static final int DECLARED_GROUP_SIZE = 0x11B1;
    private static final int KERNEL_LOCAL_MEMORY = 0x11B2;
    private static final int PREFERRED_MULTIPLE = 0x11B3;
    private static final int DEVICE_GROUP_SIZE = 0x1004;
    private static final int DEVICE_ITEM_SIZES = 0x1005;
    private static final int DEVICE_LOCAL_MEMORY = 0x1023;

    /** Stack that everything but a kernel's own arrays may need. */
    private static final long OTHER_STACK = 256 << 10;

    /** Stack of a thread where the system does not say more: glibc's least default. */
    private static final long LEAST_STACK = 2 << 20;

    private final OpenDriver driver;
    private final String subject;
    private final ClInfo kernel;
    private final ClInfo device;

    /** Prepares questions about a kernel, which messages call by name. */
    KernelLimits(OpenDriver driver, String name, long handle) {
        this.driver = driver;
        this.subject = driver.description().id() + ": kernel " + name;
        this.kernel = ClInfo.of(ClFunction.GET_WORK_GROUP_INFO, handle, driver.device());
        this.device = ClInfo.device(driver.device());
    }

    /** Returns what its work-groups may be, or refuses it. */
    WorkGroups.Limits check(SourceTokens tokens, RangeUse use) throws DeviceException {
        long[] declared =
                kernel.numbers(DECLARED_GROUP_SIZE).stream().mapToLong(Long::longValue).toArray();
        WorkGroups.Limits limits =
                new WorkGroups.Limits(
                        declared,
                        kernel.number(KERNEL_GROUP_SIZE),
                        Math.max(1, kernel.number(PREFERRED_MULTIPLE)),
                        driver.units());
        use.check(subject, limits.isFixed());
        checkGroup(limits);
        long local = kernel.number(KERNEL_LOCAL_MEMORY);
        long most = device.number(DEVICE_LOCAL_MEMORY);
        if (local > most) {
            throw new DeviceException(
                    "%s needs %s bytes of local memory for each work-group, the device has %s"
                            .formatted(subject, local, most));
        }
        if (driver.description().cpu()) {
            checkStack(tokens, limits);
        }
        return limits;
    }

    private void checkGroup(WorkGroups.Limits limits) throws OpenClException, DeviceException {
        if (!limits.isFixed()) {
            return;
        }
        long items = limits.items();
        long most = Math.min(limits.largest(), device.number(DEVICE_GROUP_SIZE));
        if (items > most) {
            throw new DeviceException(
                    "%s requires work-groups of %s work-items, the device allows it at most %s"
                            .formatted(subject, items, most));
        }
        List<Long> sizes = device.numbers(DEVICE_ITEM_SIZES);
        for (int i = 0; i < Math.min(sizes.size(), limits.required().length); i++) {
            if (limits.required()[i] > sizes.get(i)) {
                throw new DeviceException(
                        "%s requires work-groups of %s work-items in dimension %s, the device allows at most %s"
                                .formatted(subject, limits.required()[i], i, sizes.get(i)));
            }
        }
    }

    /**
     * Compares private arrays with the stack of the thread that runs a group. PoCL keeps the arrays
     * of all work-items of a group across barriers.
     */
    private void checkStack(SourceTokens tokens, WorkGroups.Limits limits) throws DeviceException {
        long most = stack() - OTHER_STACK;
        require(tokens.privateBytes(), 1, most);
        if (limits.isFixed()) {
            require(tokens.privateBytesAtBarriers(), limits.items(), most);
        }
    }

    private void require(long each, long items, long most) throws DeviceException {
        if (each > most / items) {
            throw new DeviceException(
                    "%s declares arrays of %s bytes in private memory%s, which is the stack of the driver's threads: %s bytes (ulimit -s)"
                            .formatted(
                                    subject,
                                    each,
                                    items > 1 ? " of each of " + items + " work-items" : "",
                                    most));
        }
    }

    private static long stack() {
        try {
            for (String line : PlainFile.lines(Path.of("/proc/self/limits"))) {
                if (line.startsWith("Max stack size")) {
                    String limit =
                            line.substring("Max stack size".length()).strip().split("\\s+")[0];
                    return limit.equals("unlimited") ? LEAST_STACK : Long.parseLong(limit);
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            return LEAST_STACK;
        }
        return LEAST_STACK;
    }
}
