package org.anabranch.scheduler;

import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.events.EventLog;
import org.anabranch.spi.PlatformFactory;
import org.anabranch.spi.Timeline;
import org.osgi.service.component.annotations.Component;

/** Engines besides that of the framework. */
@Component
public final class EngineFactory implements PlatformFactory {

    @Override
    public Session start(int workers, Timeline timeline) {
        if (workers < 1) {
            throw new IllegalArgumentException("a platform has at least 1 worker, not " + workers);
        }
        Engine engine = Engine.start(EngineSettings.defaults().withWorkers(workers), timeline);
        return new EngineSession(engine, engine.platform("simulated"));
    }

    private record EngineSession(Engine engine, Platform platform) implements Session {
        @Override
        public Monitor monitor() {
            return engine.monitor();
        }

        @Override
        public EventLog events() {
            return engine.events();
        }

        @Override
        public void close() {
            engine.close();
        }
    }
}
