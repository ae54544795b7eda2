package org.anabranch.loops.run;

import org.anabranch.api.Platform;
import org.anabranch.loops.Explanation;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.device.DeviceLoop;
import org.anabranch.loops.device.KeptArrays;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.anabranch.loops.nest.JudgementMemo;
import org.anabranch.loops.nest.LoopNest;
import org.anabranch.loops.speculate.SpeculativeCall;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The analysis of one call of a loop.
 *
 * @param name of the body, for people
 * @param file its source file, or empty
 * @param lifted the body, or null if it cannot be analysed
 * @param inputs values of its inputs, or null
 * @param verdict the verdict
 * @param judgement the analysis behind the verdict, or null
 * @param unready a class that an iteration may have to initialize, so that nothing was proved; or
 *     null
 */
record Analysis(
        String name,
        String file,
        Lifted lifted,
        Inputs inputs,
        Verdict verdict,
        Judgement judgement,
        Class<?> unready) {

    static Analysis of(Serializable body, long low, long high) {
        return of(body, low, high, false);
    }

    /**
     * Analyses a call in advance, on any thread, for what does not depend on data: the body is
     * lifted, and the code of the analysis loaded. What the data may be by now is not kept.
     */
    static void prepare(Serializable body, long low, long high) {
        of(body, low, high, true).way(low, high, false);
    }

    private static Analysis of(Serializable body, long low, long high, boolean inAdvance) {
        String name = body.getClass().getName();
        String file = "";
        Revealed revealed = null;
        Lifted lifted = null;
        try {
            revealed = BodyResolver.open(body, body instanceof IntBody ? "I" : "J");
            KnownCalls calls = KnownCalls.of(body);
            Analysis known = inAdvance ? null : calls.find(revealed, low, high);
            if (known != null) {
                return known;
            }
            lifted = Lifter.lift(revealed);
            name = lifted.body().name();
            file = lifted.body().file();
            Class<?> unready = InitializedClasses.missing(lifted.initialized(), revealed);
            if (unready != null) {
                return unready(name, file, lifted, unready);
            }
            Analysis made = judged(revealed, lifted, low, high, inAdvance);
            if (!inAdvance) {
                calls.add(revealed, made, low, high);
            }
            return made;
        } catch (BodyRefusal refusal) {
            boolean isUnnamed = lifted == null && revealed != null;
            name = isUnnamed ? Lifter.name(revealed) : name;
            Verdict refused = Verdict.refused(refusal.getMessage(), refusal.line());
            return new Analysis(name, file, lifted, null, refused, null, null);
        } catch (RuntimeException | Error defect) {
            // no iteration has run for it, so that this need not fail the program
            Verdict refused = Verdict.refused("its analysis failed: " + defect, 0);
            return new Analysis(name, file, lifted, null, refused, null, null);
        }
    }

    private static Analysis judged(
            Revealed revealed, Lifted lifted, long low, long high, boolean inAdvance) {
        Consumer<Object> reading = inAdvance ? memory -> {} : KeptArrays::home;
        Inputs inputs = new Inputs(lifted, revealed.captured(), reading);
        JudgementMemo memo = inAdvance ? new JudgementMemo(lifted.body()) : memo(lifted);
        Judgement judgement = memo.of(inputs, low, high);
        Verdict verdict = judgement.verdict();
        if (lifted.catches() > 0 && !verdict.hazards().isEmpty()) {
            String hazard = verdict.hazards().getFirst();
            throw new BodyRefusal("it catches exceptions, and " + hazard, lifted.catches());
        }
        String name = lifted.body().name();
        String file = lifted.body().file();
        return new Analysis(name, file, lifted, inputs, verdict, judgement, null);
    }

    /** Returns the same analysis of a call with equal inputs. */
    Analysis with(Inputs other) {
        return new Analysis(name, file, lifted, other, verdict, judgement, unready);
    }

    /** Returns the judgements on a body. */
    static JudgementMemo memo(Lifted lifted) {
        return (JudgementMemo)
                lifted.made()
                        .computeIfAbsent(
                                JudgementMemo.class, absent -> new JudgementMemo(lifted.body()));
    }

    /**
     * Returns the analysis if a class may not be initialized: reading a static field would do that
     * ahead of the first iteration.
     */
    private static Analysis unready(String name, String file, Lifted lifted, Class<?> unready) {
        String reason =
                unready.getName()
                        + " may not be initialized yet, and a proof would run its initializer"
                        + " early";
        Verdict refused = Verdict.refused(reason, 0);
        return new Analysis(name, file, lifted, null, refused, null, unready);
    }

    /** Returns its accesses, or null. */
    LoopNest nest() {
        return judgement == null ? null : judgement.nest();
    }

    /** Returns true if the loop is known to store no floating-point numbers. */
    boolean isExact() {
        return lifted != null
                && Statement.all(lifted.body().statements()).stream()
                        .noneMatch(
                                one ->
                                        one instanceof Statement.Store store
                                                && store.element().kind().isFloating());
    }

    /**
     * Returns the reason why the loop runs sequentially or needs a plan, or null if it needs
     * neither.
     */
    String obstacle() {
        if (verdict.kind() != Verdict.Kind.DOALL) {
            return verdict.reason();
        }
        return hindrance();
    }

    /**
     * Returns the reason why the loop cannot run on other threads whatever its verdict, or null.
     */
    String hindrance() {
        String threads = hindranceOfThreads();
        return threads == null && nest().mayNotEnd() && !nest().hazards().isEmpty()
                ? nest().hazards().getFirst() + ", and a loop inside may not end"
                : threads;
    }

    /** Returns the reason why other threads cannot run any iteration, or null. */
    private String hindranceOfThreads() {
        Class<?> initializing = Initializing.of(lifted.initialized());
        if (initializing != null) {
            return initializing.getName()
                    + " is being initialized: other threads would wait for that";
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
        return null;
    }

    /** Returns the call as one that may be speculated, or null. */
    SpeculativeCall speculative(long low, long high) {
        boolean open =
                verdict.kind() == Verdict.Kind.UNKNOWN || verdict.kind() == Verdict.Kind.DEPENDENT;
        return !open || hindranceOfThreads() != null
                ? null
                : SpeculativeCall.of(lifted, inputs, nest(), verdict, low, high);
    }

    /** Brings home kept memory that iterations may use, before they run on the host. */
    void bringHome() {
        if (!KeptArrays.any()) {
            return;
        }
        if (nest() == null || !nest().hazards().isEmpty()) {
            KeptArrays.usedAny(); // what is thrown may be made of anything
            return;
        }
        for (Input input : lifted.body().inputs()) {
            KeptArrays.used(inputs.of(input.local()));
        }
    }

    /** Brings home kept memory that iterations may use, before it is copied. */
    void fetch() {
        for (Input input : lifted.body().inputs()) {
            KeptArrays.home(inputs.of(input.local()));
        }
    }

    /** Returns true if iterations use memory that is kept on the devices of a platform. */
    boolean usesKept(Platform platform) {
        return lifted.body().inputs().stream()
                .anyMatch(input -> KeptArrays.isKept(inputs.of(input.local()), platform));
    }

    /** Returns how the loop would run. */
    private String way(long low, long high, boolean reassociates) {
        if (high - low <= 0 || lifted == null) {
            return "in order";
        }
        String obstacle = obstacle();
        if (obstacle == null) {
            return "in parallel";
        }
        TransformationPlan treated = TransformationPlan.of(this, high - low, reassociates);
        if (treated.loop() != null) {
            return "in parallel: " + treated.reason();
        }
        SpeculativeCall speculative = speculative(low, high);
        String how = speculative == null ? "" : " (" + speculative.how() + ")";
        return "in order: " + treated.reason() + how;
    }

    Explanation explanation(long low, long high, boolean reassociates) {
        List<String> touches = new ArrayList<>();
        if (judgement != null) {
            nest().touches()
                    .forEach(touch -> touches.add((touch.write() ? "writes " : "reads ") + touch));
        }
        String way = way(low, high, reassociates);
        List<String> advice = way.startsWith("in parallel") ? List.of() : Advice.of(verdict);
        boolean proved = verdict.kind() == Verdict.Kind.DOALL;
        String code = proved ? DeviceLoop.text(lifted, nest(), high - low) : "";
        return new Explanation(name, file, low, high, verdict, way, touches, advice, code);
    }
}
