package org.anabranch.scheduler.race;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.Range;
import org.anabranch.scheduler.region.Modes;

import java.util.ArrayList;
import java.util.List;

/** The uses of memory by the arguments of a kernel. */
final class Uses {
    private Uses() {}

    static Use of(Range range, Mode mode) {
        return new Use(range.buffer(), range.region(), mode);
    }

    /** Returns the uses of a kernel, or null if it will be rejected anyway. */
    static Use[] of(Kernel kernel, Loop loop, Argument[] arguments) {
        return of(kernel, loop == null ? null : loop.whole(), arguments);
    }

    /** The same for a part of the loop. */
    static Use[] of(Kernel kernel, Piece piece, Argument[] arguments) {
        if (kernel == null || arguments == null) {
            return null;
        }
        List<Use> uses = new ArrayList<>();
        for (Argument argument : Modes.of(kernel, arguments)) {
            if (argument == null
                    || argument instanceof Range
                    || argument instanceof MappedOperand && piece == null) {
                return null;
            }
            if (argument instanceof Operand operand) {
                uses.add(of(operand.range(), operand.mode()));
            } else if (argument instanceof MappedOperand mapped) {
                uses.add(of(mapped.at(piece).range(), mapped.mode()));
            }
        }
        return uses.toArray(Use.NONE);
    }
}
