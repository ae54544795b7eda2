package org.anabranch.k2h.shell;

import org.anabranch.api.ProgramException;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Services of bundles by their names, whatever the case; their methods may throw. */
final class Offered<T> {
    private final Function<T, String> names;
    private final Map<String, T> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * Collects services. Of several with a name, the first counts; one whose name cannot be read is
     * ignored.
     */
    Offered(List<? extends T> services, Function<T, String> names) {
        this.names = names;
        for (T service : services) {
            String name = name(service);
            if (!name.isEmpty()) {
                byName.putIfAbsent(name, service);
            }
        }
    }

    /** Returns the name of a service, or an empty text. */
    String name(T service) {
        try {
            String name = names.apply(service);
            return name == null ? "" : name;
        } catch (Throwable broken) {
            return "";
        }
    }

    /**
     * Returns the service of a name.
     *
     * @param problem the message for an unknown name, from the valid names
     */
    T named(String name, UnaryOperator<String> problem) {
        T service = byName.get(name);
        if (service == null) {
            throw new ProgramException(problem.apply(String.join(", ", byName.keySet())));
        }
        return service;
    }

    /** Returns the services by name. */
    Map<String, T> all() {
        return byName;
    }
}
