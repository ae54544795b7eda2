package org.anabranch.launch.plugins;

import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.BundleException;

import java.util.LinkedHashSet;
import java.util.Set;

/** Why a plugin does not start, in one line. */
final class PluginFailure {
    private static final int DEEPEST = 8;

    private PluginFailure() {}

    /** {@return the messages of a failure and of its causes} */
    static String sentence(Throwable failure) {
        Set<String> parts = new LinkedHashSet<>();
        ForeignThrowables.chain(failure).stream()
                .limit(DEEPEST)
                .map(PluginFailure::text)
                .filter(text -> parts.stream().noneMatch(said -> said.contains(text)))
                .forEach(parts::add);
        return String.join(": ", parts).strip().replaceAll("\\s*\\R\\s*", " | ");
    }

    private static String text(Throwable failure) {
        String message = ForeignThrowables.message(failure);
        String type = failure.getClass().getSimpleName();
        boolean known = failure instanceof BundleException;
        return message == null ? type : known ? message : type + ": " + message;
    }
}
