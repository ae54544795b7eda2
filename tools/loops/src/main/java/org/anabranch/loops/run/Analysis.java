package org.anabranch.loops.run;

import org.anabranch.loops.Explanation;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.device.DeviceLoop;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.lift.Door;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Refusal;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.anabranch.loops.nest.LoopNest;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * All that is known about one call of a loop.
 *
 * @param name of the body, for people
 * @param file its source file, or empty
 * @param lifted the body, or null if it is refused
 * @param inputs values of its inputs, or null
 * @param nest what it does, or null
 * @param verdict the verdict
 */
record Analysis(
        String name, String file, Lifted lifted, Inputs inputs, LoopNest nest, Verdict verdict) {

    static Analysis of(Serializable body, String index, long low, long high) {
        String name = body.getClass().getName();
        String file = "";
        Lifted lifted = null;
        try {
            Revealed revealed = Door.open(body, index);
            name = revealed.owner().getName() + "." + revealed.method();
            lifted = Lifter.lift(revealed);
            name = lifted.body().name();
            file = lifted.body().file();
            Inputs inputs = new Inputs(lifted, revealed.captured());
            LoopNest nest = LoopNest.of(lifted.body(), inputs, low, high);
            return new Analysis(name, file, lifted, inputs, nest, Judgement.of(nest, low));
        } catch (Refusal refusal) {
            Verdict refused = Verdict.refused(refusal.getMessage(), refusal.line());
            return new Analysis(name, file, lifted, null, null, refused);
        }
    }

    /** Why the loop is run in order, or null if it may run in parallel. */
    String obstacle() {
        if (verdict.kind() != Verdict.Kind.DOALL) {
            return verdict.reason();
        }
        for (Input input : lifted.body().inputs()) {
            if (inputs.of(input.local()) instanceof MemorySegment segment) {
                if (!segment.isAccessibleBy(new Thread())) {
                    return "segment " + input.local().name() + " belongs to one thread";
                }
                if (!segment.scope().isAlive()) {
                    return "segment " + input.local().name() + " is closed";
                }
            }
        }
        return nest.mayNotEnd() && !nest.hazards().isEmpty()
                ? nest.hazards().getFirst() + ", and a loop inside may not end"
                : null;
    }

    Explanation explanation(long low, long high) {
        List<String> touches = new ArrayList<>();
        if (nest != null) {
            nest.touches()
                    .forEach(touch -> touches.add((touch.write() ? "writes " : "reads ") + touch));
        }
        List<String> advice = new ArrayList<>(Advice.of(verdict));
        boolean proved = verdict.kind() == Verdict.Kind.DOALL;
        String code = proved ? DeviceLoop.text(lifted, nest) : "";
        return new Explanation(name, file, low, high, verdict, touches, advice, code);
    }
}
