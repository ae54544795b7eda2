package org.anabranch.shell.jobs;

import org.anabranch.api.Platform;
import org.anabranch.shell.commands.Present;
import org.anabranch.shell.failure.AbsentException;
import org.osgi.service.component.ComponentServiceObjects;

/**
 * The platform of one run of a job: what the job leaves open ends with the run.
 *
 * @param from where it goes back
 * @param platform the platform
 */
public record JobPlatform(ComponentServiceObjects<Platform> from, Platform platform)
        implements AutoCloseable {

    /**
     * Takes one.
     *
     * @throws AbsentException if there is none to be had
     */
    public static JobPlatform of(ComponentServiceObjects<Platform> platforms) {
        ComponentServiceObjects<Platform> from = platforms;
        return new JobPlatform(from, Present.of(taken(from), Platform.class));
    }

    private static Platform taken(ComponentServiceObjects<Platform> from) {
        try {
            return from == null ? null : from.getService();
        } catch (IllegalStateException stopped) {
            return null; // the shell's bundle, which a refresh takes along
        }
    }

    @Override
    public void close() {
        try {
            from.ungetService(platform);
        } catch (IllegalArgumentException | IllegalStateException gone) {
            return; // its scheduler has stopped, and has closed it
        }
    }
}
