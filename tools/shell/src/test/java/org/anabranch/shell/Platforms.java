package org.anabranch.shell;

import org.anabranch.api.Platform;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.ComponentServiceObjects;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Platforms as the framework gives them. */
public record Platforms(Supplier<Platform> made, Consumer<Platform> back)
        implements ComponentServiceObjects<Platform> {

    @Override
    public Platform getService() {
        return made.get();
    }

    @Override
    public void ungetService(Platform platform) {
        back.accept(platform);
    }

    @Override
    public ServiceReference<Platform> getServiceReference() {
        throw new UnsupportedOperationException();
    }
}
