package org.anabranch.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Named code with declared parameters, in one or more formats. Immutable. Two kernels are equal
 * only if they are the same object, so create a kernel once and keep it in a constant.
 */
public final class Kernel {
    private final String name;
    private final List<Parameter> parameters;
    private final Map<String, KernelCode> codes;

    private Kernel(String name, List<Parameter> parameters, Map<String, KernelCode> codes) {
        this.name = Objects.requireNonNull(name, "name");
        this.parameters = List.copyOf(parameters);
        this.codes = codes;
    }

    /**
     * Returns a kernel without code.
     *
     * @param name for messages and lookup
     * @param parameters in order
     * @return the kernel; add code with {@link #with}
     */
    public static Kernel of(String name, Parameter... parameters) {
        Objects.requireNonNull(parameters, "parameters");
        for (int i = 0; i < parameters.length; i++) {
            Objects.requireNonNull(parameters[i], "parameter " + i);
        }
        return new Kernel(name, List.of(parameters), Map.of());
    }

    /**
     * Adds Java code.
     *
     * @param code the code
     * @return a kernel that also has it
     */
    public Kernel java(JavaKernel code) {
        return with(code);
    }

    /**
     * Adds code.
     *
     * @param code the code, of a format that this kernel does not have yet
     * @return a kernel that also has it
     * @throws KernelFormatException if the format is already there
     */
    public Kernel with(KernelCode code) {
        if (codes.containsKey(code.format())) {
            throw new KernelFormatException(
                    "kernel " + name + " already has code in format " + code.format());
        }
        Map<String, KernelCode> more = new LinkedHashMap<>(codes);
        more.put(code.format(), code);
        return new Kernel(name, parameters, Map.copyOf(more));
    }

    /** {@return the name} */
    public String name() {
        return name;
    }

    /** {@return the parameters in order} */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** {@return the formats in which it has code} */
    public Set<String> formats() {
        return codes.keySet();
    }

    /**
     * Returns the code in a format.
     *
     * @param format format name
     * @return the code, or empty if it has none
     */
    public Optional<KernelCode> code(String format) {
        return Optional.ofNullable(codes.get(Objects.requireNonNull(format, "format")));
    }

    @Override
    public String toString() {
        return name + codes.keySet();
    }
}
