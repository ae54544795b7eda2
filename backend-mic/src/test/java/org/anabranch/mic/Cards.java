package org.anabranch.mic;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A scheduler with cards of four cores. */
final class Cards implements AutoCloseable {
    final Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2));
    final Platform platform = engine.platform("cards");
    private MicBackend backend;

    /** Plugs cards in; returns when they are there. */
    List<Domain> open(Map<String, ?> settings) throws InterruptedException {
        Map<String, Object> all = new HashMap<>(Map.of("cores", 4));
        all.putAll(settings);
        backend = MicBackend.with(all);
        engine.add(backend);
        return await(backend.probe().size(), 1);
    }

    /** Returns when so many cards of a generation, or a later one, are there. */
    List<Domain> await(int count, int generation) throws InterruptedException {
        while (true) {
            List<Domain> active =
                    platform.domains().stream()
                            .filter(domain -> domain.kind().equals("mic"))
                            .filter(domain -> domain.state() == Domain.State.ACTIVE)
                            .filter(domain -> domain.generation() >= generation)
                            .toList();
            if (active.size() == count) {
                return active;
            }
            Thread.sleep(5);
        }
    }

    /** The line about the first card. */
    String report() {
        return backend.report().getFirst();
    }

    /** Ends the process of the first card. */
    void kill() {
        ProcessHandle.of(pid()).orElseThrow().destroyForcibly();
    }

    long pid() {
        return Long.parseLong(report().replaceAll(".*process (\\d+).*", "$1"));
    }

    @Override
    public void close() {
        engine.close();
    }
}
