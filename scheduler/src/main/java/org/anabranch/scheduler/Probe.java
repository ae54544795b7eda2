package org.anabranch.scheduler;

import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The result of a search for devices.
 *
 * @param found null if the search failed
 * @param problem the reason for the failure, or empty
 */
record Probe(List<DeviceInfo> found, String problem) {
    /**
     * Asks, and says in the log what is wrong, unless that is known.
     *
     * @param name of the backend, for the log
     */
    static Probe of(Backend backend, String name, String known) {
        AtomicReference<List<DeviceInfo>> answer = new AtomicReference<>();
        Throwable broken = ForeignCode.attempt(() -> answer.set(List.copyOf(backend.probe())));
        if (broken == null) {
            return new Probe(answer.get(), "");
        }
        String problem = BackendFault.sentence(broken);
        if (!problem.equals(known)) {
            BackendFault.say("a backend does not find its devices: " + name, broken);
        }
        return new Probe(null, problem);
    }
}
