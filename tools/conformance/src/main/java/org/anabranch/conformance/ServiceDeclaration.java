package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.anabranch.spi.Backend;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A declaration by services that depend on the {@code api} only: properties of the backend's
 * service, and a {@link KernelLibrary}.
 *
 * @param kind the kind of device
 * @param kernels from the library with the property {@link #KIND} of this value, by their names in
 *     {@link SelfTestKernels}; in Java if there is none
 * @param never from the property {@link #NEVER}
 * @param notYet from the property {@link #NOT_YET}
 */
public record ServiceDeclaration(
        String kind, SelfTestKernels kernels, Map<String, String> never, Map<String, String> notYet)
        implements ConformanceDeclaration {
    /**
     * The property of a {@link KernelLibrary} with the kind of device whose self-test kernels it
     * has.
     */
    public static final String KIND = "conformance.kind";

    /**
     * The property of a {@link Backend} with strings such as {@code 2.5: a kernel of this device
     * cannot fail}.
     */
    public static final String NEVER = "conformance.never";

    /** The property of a {@link Backend} for rules that do not hold yet, in the same form. */
    public static final String NOT_YET = "conformance.notYet";

    /**
     * Returns the declaration of a backend.
     *
     * @param context to look up services
     * @param backend the backend's service
     * @param kind the kind of one of its devices
     * @return the {@link ConformanceDeclaration} service of this kind if there is one, else the
     *     declaration by properties and libraries
     * @throws IllegalArgumentException if a property is invalid, or a library lacks a kernel
     */
    public static ConformanceDeclaration of(
            BundleContext context, ServiceReference<Backend> backend, String kind) {
        for (ConformanceDeclaration declaration :
                services(context, ConformanceDeclaration.class, null)) {
            if (declaration.kind().equals(kind)) {
                return declaration;
            }
        }
        List<KernelLibrary> libraries =
                services(context, KernelLibrary.class, "(" + KIND + "=" + kind + ")");
        return new ServiceDeclaration(
                kind,
                libraries.isEmpty() ? SelfTestKernels.inJava() : kernels(libraries.getFirst()),
                exclusions(NEVER, backend.getProperty(NEVER)),
                exclusions(NOT_YET, backend.getProperty(NOT_YET)));
    }

    private static <S> List<S> services(BundleContext context, Class<S> type, String filter) {
        try {
            return context.getServiceReferences(type, filter).stream()
                    .map(context::getService)
                    .filter(service -> service != null)
                    .toList();
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalArgumentException(filter, impossible);
        }
    }

    static SelfTestKernels kernels(KernelLibrary library) {
        return new SelfTestKernels(
                required(library, SelfTestKernels.ADD),
                find(library, SelfTestKernels.FAIL),
                required(library, SelfTestKernels.COPY_TILE));
    }

    private static Kernel required(KernelLibrary library, String name) {
        return find(library, name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "the library for self-tests lacks the kernel " + name));
    }

    private static Optional<Kernel> find(KernelLibrary library, String name) {
        return library.kernels().stream().filter(kernel -> kernel.name().equals(name)).findFirst();
    }

    static Map<String, String> exclusions(String property, Object value) {
        List<String> lines =
                switch (value) {
                    case null -> List.of();
                    case String line -> List.of(line);
                    case String[] several -> Arrays.asList(several);
                    default ->
                            throw new IllegalArgumentException(
                                    property + " must be strings, not " + value);
                };
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException(
                        property + ": \"" + line + "\" is not of the form 2.5: reason");
            }
            reasons.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
        return reasons;
    }
}
