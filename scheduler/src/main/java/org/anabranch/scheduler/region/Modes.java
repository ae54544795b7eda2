package org.anabranch.scheduler.region;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;

/** Modes that are said once: a bare range is used as its parameter says. */
public final class Modes {
    private Modes() {}

    /**
     * {@return the arguments with operands for bare ranges; the same array if there are none. A
     * range for a scalar, or for no parameter, stays one, and is to be refused}
     */
    public static Argument[] of(Kernel kernel, Argument[] arguments) {
        Argument[] said = arguments;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Range range && i < kernel.parameters().size()) {
                Mode mode = kernel.parameters().get(i).mode();
                if (mode != null) {
                    said = said == arguments ? arguments.clone() : said;
                    said[i] = new Operand(range, mode);
                }
            }
        }
        return said;
    }
}
