package org.anabranch.scheduler.kernel;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.Operand;
import org.anabranch.api.Region;
import org.anabranch.scheduler.pool.ForeignCode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The failure of a kernel that accessed a segment beyond its bounds. The JDK names address and byte
 * offset; the user knows parameters and elements. The segment is found by its size, since that is
 * all that a card reports.
 */
final class OutOfBounds {
    private static final Pattern ACCESS =
            Pattern.compile(
                    "Out of bound access on segment MemorySegment\\{[^}]*byteSize: (\\d+) ?\\};"
                            + " new offset = (-?\\d+); new length = (\\d+)");

    private OutOfBounds() {}

    /**
     * Returns the failure of a kernel.
     *
     * @param what the action, in words
     * @return a failure that names parameter and element; null if the cause is another one
     */
    static AnabranchException failure(
            String what, Kernel kernel, Argument[] arguments, Throwable cause) {
        Matcher access = ACCESS.matcher(ForeignCode.text(cause));
        if (cause instanceof AnabranchException || !access.find()) {
            return null;
        }
        long size = Long.parseLong(access.group(1));
        long offset = Long.parseLong(access.group(2));
        List<String> names = new ArrayList<>();
        long element = 1;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Operand operand && bytes(operand) == size) {
                names.add("'" + kernel.parameters().get(i).name() + "'");
                element = operand.range().buffer().shape().element().byteSize();
            }
        }
        if (names.isEmpty()) {
            return null;
        }
        return new ActionFailedException(
                "%s failed: element %d of parameter %s is outside of its %d elements"
                        .formatted(
                                what,
                                Math.floorDiv(offset, element),
                                String.join(" or ", names),
                                size / element),
                cause);
    }

    private static long bytes(Operand operand) {
        Region region = operand.range().region();
        return region.end() - region.offset();
    }
}
