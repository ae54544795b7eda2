package org.anabranch.dense.factor;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.launch.Anabranch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The real scheduler with the host and the reference device. */
final class Ground implements AutoCloseable {
    private final Anabranch anabranch = Anabranch.start();

    Platform platform() {
        return anabranch.platform();
    }

    /** The domains of a list of selectors, separated by commas; waits until they are there. */
    List<Domain> domains(String selectors) {
        List<Domain> domains = new ArrayList<>();
        for (String selector : selectors.split(",")) {
            domains.addAll(anabranch.domains(selector, Duration.ofSeconds(60)));
        }
        return domains;
    }

    @Override
    public void close() {
        anabranch.close();
    }
}
