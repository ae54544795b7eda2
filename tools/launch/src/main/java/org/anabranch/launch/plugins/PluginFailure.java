package org.anabranch.launch.plugins;

import java.util.LinkedHashSet;
import java.util.Set;

/** Why a plugin does not start, in one line. */
final class PluginFailure {
    private static final int DEEPEST = 8;

    private PluginFailure() {}

    /** {@return the messages of a failure and of its causes; a message may itself throw} */
    static String sentence(Throwable failure) {
        Set<String> parts = new LinkedHashSet<>();
        Throwable next = failure;
        for (int depth = 0; next != null && depth < DEEPEST; depth++) {
            String text = text(next);
            if (parts.stream().noneMatch(said -> said.contains(text))) {
                parts.add(text);
            }
            next = next.getCause();
        }
        return String.join(": ", parts).strip().replaceAll("\\s*\\R\\s*", " | ");
    }

    private static String text(Throwable failure) {
        try {
            String message = failure.getMessage();
            String type = failure.getClass().getSimpleName();
            boolean known = failure instanceof org.osgi.framework.BundleException;
            return message == null ? type : known ? message : type + ": " + message;
        } catch (Throwable lying) {
            return failure.getClass().getName();
        }
    }
}
