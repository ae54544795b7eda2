package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.Map;
import java.util.Set;

/**
 * The writer of statements for one iteration of the parallel loop, with lanes for chosen inner
 * loops. As long as enough iterations are left these run as lanes, and the remaining ones run one
 * by one.
 */
final class InnerLanes extends StatementWriter {
    private final Lanes lanes;
    private final Map<Statement.Repeat, LaneLoop> loops;
    private final int copies;

    InnerLanes(
            FunctionText function, Lanes lanes, Map<Statement.Repeat, LaneLoop> loops, int copies) {
        super(function);
        this.lanes = lanes;
        this.loops = loops;
        this.copies = copies;
    }

    @Override
    void region(Statement.Region region) {
        LaneLoop loop = loops.get(region);
        if (loop != null) {
            Shapes shapes = shapes(loop);
            int wanted = Math.min(copies, Copies.wanted(loop.body(), shapes));
            if (wanted > 1) {
                vectors(loop, shapes, wanted);
            }
            vectors(loop, shapes, 1);
        }
        super.region(region);
    }

    private static Shapes shapes(LaneLoop loop) {
        Set<Local> temporaries = Variables.temporaries(loop.body());
        return Shapes.of(loop.body(), loop.counter(), loop.step(), temporaries);
    }

    private void vectors(LaneLoop loop, Shapes shapes, int copies) {
        Set<Local> temporaries = Variables.temporaries(loop.body());
        Expressions inside = new Expressions(lanes, shapes, function.helpers);
        int count = lanes.count() * copies;
        line("for (;;) {");
        write(loop.header());
        line("if (!(" + loop.goesOn(expressions, count) + ")) break;");
        VectorStatements vectors =
                new VectorStatements(function, inside, temporaries, new Copies(copies));
        vectors.begin();
        Variables.assigned(loop.body()).keySet().forEach(vectors::declare);
        vectors.write(loop.body());
        String counter = KernelMemory.name(loop.counter());
        boolean small = loop.counter().kind() == Kind.INT;
        line(
                (small
                                ? "%s = as_int(as_uint(%s) + (uint) %d);"
                                : "%s = as_long(as_ulong(%s) + (ulong) %dL);")
                        .formatted(counter, counter, loop.step() * count));
        line("}");
    }
}
