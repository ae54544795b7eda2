package org.anabranch.scheduler.place;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.NativeCode;
import org.anabranch.api.SourceCode;

/**
 * The key of a cost: code of one name, in one domain, over sizes within a power of two.
 *
 * @param kernel its name
 * @param code distinguishes code of the same name, in the same way in every process
 * @param domain id of the domain
 * @param size as {@link KernelHistory#size} returns it
 */
record CostKey(String kernel, int code, String domain, int size) {

    static CostKey of(Kernel kernel, String domain, int size) {
        return new CostKey(kernel.name(), code(kernel), domain, size);
    }

    private static int code(Kernel kernel) {
        int code = kernel.parameters().size();
        for (String format : kernel.formats()) {
            code += format.hashCode() ^ code(kernel.code(format).orElseThrow()); // in any order
        }
        return code;
    }

    private static int code(KernelCode code) {
        if (code instanceof SourceCode source) {
            return source.text().hashCode() + source.options().hashCode();
        }
        if (code instanceof NativeCode function) {
            return function.symbol().hashCode();
        }
        return stable(code.getClass().getName()).hashCode();
    }

    /** The name of a lambda's class without what differs from process to process. */
    private static String stable(String name) {
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda);
    }
}
