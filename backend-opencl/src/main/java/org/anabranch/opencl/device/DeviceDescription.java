package org.anabranch.opencl.device;

import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClInfo;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.driver.OpenClLibrary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The driver's description of a root device.
 *
 * @param device the driver's handle, which lives as long as the process
 * @param id such as {@code opencl:0}
 * @param name name of the device
 * @param platform name and version of the platform
 * @param driver version of the driver
 * @param cpu true if the device is the processor that this process runs on
 * @param units compute units
 * @param megahertz highest clock frequency, 0 if unknown
 * @param memory bytes of global memory
 * @param largest bytes of the largest allocation
 * @param unified true if host and device share their memory
 * @param fineGrained true if the host may use allocations of shared memory as its own, without
 *     mapping them
 * @param alignment bytes that a sub-buffer's origin is a multiple of
 * @param divisible true if it can be divided into sub-devices by counts
 * @param outOfOrder true if the driver accepts out-of-order queues
 * @param largestGroup work-items of the largest work-group
 */
public record DeviceDescription(
        long device,
        String id,
        String name,
        String platform,
        String driver,
        boolean cpu,
        int units,
        long megahertz,
        long memory,
        long largest,
        boolean unified,
        boolean fineGrained,
        long alignment,
        boolean divisible,
        boolean outOfOrder,
        long largestGroup) {

    private static final long PARTITION_BY_COUNTS = 0x1087;
    private static final long FINE_GRAINED_BUFFERS = 2;

    public static DeviceDescription ask(long platform, long device, String id)
            throws OpenClException {
        ClInfo of = ClInfo.device(device);
        ClInfo ofPlatform = ClInfo.of(ClFunction.GET_PLATFORM_INFO, platform);
        int units = Math.clamp(of.number(0x1002), 1, Integer.MAX_VALUE);
        return new DeviceDescription(
                device,
                id,
                of.text(0x102B),
                ofPlatform.text(ClInfo.PLATFORM_NAME)
                        + ", "
                        + ofPlatform.text(ClInfo.PLATFORM_VERSION),
                of.text(0x102D),
                (of.number(0x1000) & 2) != 0,
                units,
                of.number(0x100C),
                of.number(0x101F),
                of.number(0x1010),
                of.number(0x1035) != 0,
                isFineGrained(of),
                Math.max(1, of.number(0x1019) / 8),
                units > 1
                        && of.number(0x1043) > 1
                        && of.numbers(0x1044).contains(PARTITION_BY_COUNTS),
                (of.number(0x102A) & 1) != 0,
                of.number(0x1004));
    }

    private static boolean isFineGrained(ClInfo of) {
        if (!OpenClLibrary.has("clSVMAlloc")) {
            return false;
        }
        try {
            return (of.number(0x1053) & FINE_GRAINED_BUFFERS) != 0;
        } catch (OpenClException beforeVersion2) {
            return false;
        }
    }

    /** {@return true if host threads may copy from and to allocations themselves} */
    boolean reachable() {
        return cpu && unified && fineGrained;
    }

    /** Returns true if kernels can be compiled and run there at all. */
    public static boolean usable(long device) throws OpenClException {
        ClInfo of = ClInfo.device(device);
        boolean little = of.number(0x1026) != 0;
        return of.number(0x1027) != 0
                && of.number(0x1028) != 0
                && of.number(0x100D) == 64
                && little;
    }

    /** {@return the key for which a compiled program or a measurement is valid} */
    public List<String> identity() {
        return List.of(platform, name, driver);
    }

    /** {@return the properties shown to people} */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("name", name);
        properties.put("platform", platform);
        properties.put("driver", driver);
        properties.put("type", cpu ? "cpu" : "gpu or accelerator");
        properties.put("compute units", Integer.toString(units));
        properties.put("clock", megahertz > 0 ? megahertz + " MHz" : "unknown");
        properties.put("largest allocation", Long.toString(largest));
        properties.put("largest work-group", Long.toString(largestGroup));
        properties.put("memory shared with the host", Boolean.toString(unified));
        return properties;
    }
}
