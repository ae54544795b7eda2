package org.anabranch.loops.run;

import org.anabranch.loops.device.DeviceLoop;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.ExpressionText;

import java.util.ArrayList;
import java.util.List;

/**
 * A listing of the bodies in a class without running them: their accesses, or why they cannot be
 * lifted.
 */
public final class BodyListing {
    private BodyListing() {}

    /**
     * Describes bodies.
     *
     * @param type the class
     * @param method only the lambdas in this method, or itself; empty for all lambdas of the class
     * @param kernels true to include the kernels made from them
     * @return lines of text; empty if there is no body
     */
    public static List<String> of(Class<?> type, String method, boolean kernels) {
        List<String> lines = new ArrayList<>();
        for (Revealed body : Lifter.bodies(type, method)) {
            try {
                Lifted whole = Lifter.lift(body);
                LoopBody lifted = whole.body();
                String file = lifted.file().isEmpty() ? "" : " (" + lifted.file() + ")";
                lines.add(lifted.name() + file);
                list(lifted.statements(), new ExpressionText(lifted), lines);
                if (kernels) {
                    lines.add("kernel:");
                    lines.add(DeviceLoop.text(whole, false));
                }
            } catch (BodyRefusal refusal) {
                String line = refusal.line() > 0 ? " (line " + refusal.line() + ")" : "";
                lines.add(Lifter.name(body));
                lines.add("  REFUSED: " + refusal.getMessage() + line);
            }
        }
        return lines;
    }

    private static void list(List<Statement> statements, ExpressionText text, List<String> lines) {
        for (Statement statement : Statement.all(statements)) {
            if (statement.access() != null) {
                boolean writes = statement instanceof Statement.Store;
                String place = (writes ? "  writes " : "  reads ") + text.place(statement.access());
                lines.add(place + (statement.line() > 0 ? " in line " + statement.line() : ""));
            }
        }
    }
}
