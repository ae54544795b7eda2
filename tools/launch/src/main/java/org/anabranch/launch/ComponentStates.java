package org.anabranch.launch;

import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The states of components, as the component runtime inside the framework reports them. By
 * reflection, since its types belong to the bundles and not to the program's class path.
 */
record ComponentStates(BundleContext context) {
    private static final String RUNTIME =
            "org.osgi.service.component.runtime.ServiceComponentRuntime";
    private static final int ACTIVE_OR_SATISFIED = 4 | 8;

    /**
     * {@return a line for each component that is not satisfied or failed, or the reason why their
     * states are not known}
     */
    List<String> unsatisfied() {
        try {
            // all: the program's class path may have another class of this name
            ServiceReference<?>[] references = context.getAllServiceReferences(RUNTIME, null);
            if (references == null) {
                return List.of("there is no component runtime: add org.apache.felix.scr");
            }
            Object runtime = context.getService(references[0]);
            List<String> lines = new ArrayList<>();
            Object descriptions = call(runtime, "getComponentDescriptionDTOs", new Bundle[0]);
            for (Object description : (Collection<?>) descriptions) {
                Object configurations = call(runtime, "getComponentConfigurationDTOs", description);
                for (Object configuration : (Collection<?>) configurations) {
                    String problem = problem(configuration);
                    if (!problem.isEmpty()) {
                        lines.add("component " + field(description, "name") + " " + problem);
                    }
                }
            }
            return lines;
        } catch (ReflectiveOperationException | InvalidSyntaxException | RuntimeException failure) {
            return List.of(
                    "the component runtime gives no answer: " + ForeignThrowables.text(failure));
        }
    }

    private static String problem(Object configuration) throws ReflectiveOperationException {
        if (((int) field(configuration, "state") & ACTIVE_OR_SATISFIED) != 0) {
            return "";
        }
        if (field(configuration, "failure") instanceof String failure) {
            return "failed: " + failure.lines().findFirst().orElse("");
        }
        List<Object> waiting = new ArrayList<>();
        for (Object reference : (Object[]) field(configuration, "unsatisfiedReferences")) {
            waiting.add(field(reference, "name"));
        }
        return "waits for " + (waiting.isEmpty() ? "its configuration" : waiting);
    }

    private static Object field(Object dto, String name) throws ReflectiveOperationException {
        return dto.getClass().getField(name).get(dto);
    }

    private static Object call(Object target, String name, Object argument)
            throws ReflectiveOperationException {
        Class<?> type = target.getClass().getClassLoader().loadClass(RUNTIME);
        for (var method : type.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == 1) {
                return method.invoke(target, argument);
            }
        }
        throw new NoSuchMethodException(name);
    }
}
