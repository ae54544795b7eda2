package org.anabranch.stencil.description;

import java.util.List;

/**
 * The check of a description's arguments against the kernel's signature, as far as that is known.
 */
record SignatureRules(List<StencilArgument> arguments, KernelSource kernel) {

    void check() {
        KernelSignature signature =
                KernelSignature.of(kernel.text(), kernel.function()).orElse(null);
        if (signature == null) {
            return;
        }
        int count = signature.parameters().size();
        StencilRules.require(
                count == arguments.size(),
                "kernel/name",
                "%s has %s parameters, there are %s arguments"
                        .formatted(kernel.function(), count, arguments.size()));
        for (int i = 0; i < count; i++) {
            checkParameter(arguments.get(i), signature.parameters().get(i));
        }
    }

    private void checkParameter(StencilArgument argument, KernelSignature.Parameter parameter) {
        if (parameter.type().isEmpty()) {
            return; // such a name may hide any type
        }
        String subject = "argument " + argument.name();
        String where = " in " + kernel.file() + ", where it is '" + parameter + "'";
        boolean array = argument.property().isArray();
        StencilRules.require(
                array ? parameter.space() : !parameter.pointer(),
                subject + "/cl_mem",
                (array ? "is no array of global memory" : "is no plain value") + where);
        StencilRules.require(
                parameter.fits(argument.type(), array),
                subject + "/dataType",
                argument.type().word() + " is not its type" + where);
    }
}
