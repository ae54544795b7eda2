package org.anabranch.k2h.mix;

import java.util.List;
import java.util.Map;

/**
 * A host and devices whose kernels and links take so long, in nanoseconds of simulated time.
 *
 * @param workers of the host
 * @param host what its kernels take, by name
 * @param devices what there is besides
 */
record Mix(String name, int workers, Map<String, Long> host, List<Device> devices) {

    /**
     * A device with a processor that runs one kernel after the other, and a link that carries one
     * copy after the other.
     *
     * @param kernels what they take, by name
     * @param copy what each copy takes
     * @param perByte what each byte of it takes
     * @param type property of that name
     */
    record Device(String id, Map<String, Long> kernels, long copy, double perByte, String type) {}

    int domains() {
        return 1 + devices.size();
    }

    @Override
    public String toString() {
        return name;
    }
}
