package org.anabranch.program;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.Map;

/** An engine and its device. A program outside of this build starts both as Anabranch. */
record Started(Engine engine, Platform platform) implements AutoCloseable {

    static Started with(boolean checked) {
        EngineSettings plain = EngineSettings.defaults().withWorkers(2);
        Engine engine = Engine.start(checked ? plain.inCheckedMode() : plain);
        engine.add(ReferenceBackend.with(Map.of("devices", 1)));
        return new Started(engine, engine.platform("program"));
    }

    Monitor monitor() {
        return engine.monitor();
    }

    /** Waits for it. */
    Domain device() {
        while (platform.domains().size() < 2) {
            Thread.onSpinWait();
        }
        return platform.domains().getLast();
    }

    @Override
    public void close() {
        engine.close();
    }
}
