package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.weave.OuterVariables.Captured;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call that replaces a loop.
 *
 * @param model the class
 * @param site the loop and its place
 * @param loop that of the site
 */
record LoopCall(ClassModel model, Weaver.Site site, MarkedLoop loop) {
    private static final ClassDesc RUNTIME = ClassDesc.of(ParallelLoops.class.getName());
    private static final ClassDesc INT_BODY = ClassDesc.of(IntBody.class.getName());
    private static final ClassDesc LONG_BODY = ClassDesc.of(LongBody.class.getName());
    private static final ClassDesc INT_RANGE = ClassDesc.of(IntRange.class.getName());
    private static final ClassDesc LONG_RANGE = ClassDesc.of(LongRange.class.getName());
    private static final ClassDesc SITE = ClassDesc.of(MarkedSite.class.getName());
    private static final ClassDesc RUN = ClassDesc.of(MarkedRun.class.getName());
    private static final int SERIALIZABLE = 1;
    private static final DirectMethodHandleDesc FACTORY =
            MethodHandleDesc.ofMethod(
                    DirectMethodHandleDesc.Kind.STATIC,
                    ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
                    "altMetafactory",
                    MethodTypeDesc.of(
                            CD_CallSite,
                            CD_MethodHandles_Lookup,
                            CD_String,
                            CD_MethodType,
                            CD_Object.arrayType()));

    /** Writes the call alone: the program's own loop is dropped. */
    void write(CodeBuilder code) {
        Map<Integer, Integer> places = cells(code);
        if (site.reassociates()) {
            code.getstatic(SITE, "REASSOCIATING", SITE);
        } else {
            code.aconst_null();
        }
        call(places, code);
        code.pop();
        takeBack(places, code);
    }

    /**
     * Writes the choice and the call: the program's own loop follows.
     *
     * @param own where it begins
     * @param end the end of the program's own loop
     * @return the slot of the run of the program's own loop, null if it does not run
     */
    int write(CodeBuilder code, Label own, Label end) {
        int run = code.allocateLocal(TypeKind.REFERENCE);
        choice("begin", RUN, code);
        code.dup().astore(run).ifnonnull(own);
        Map<Integer, Integer> places = cells(code);
        site(code);
        call(places, code);
        code.dup().astore(run).ifnonnull(own);
        takeBack(places, code);
        code.goto_w(end);
        return run;
    }

    /**
     * Writes the choice and the call of a loop whose range is a method: the program's own loop
     * follows, for the shortest runs.
     *
     * @param own where it begins
     * @param end the end of the program's own loop
     */
    void writeRange(CodeBuilder code, Label own, Label end) {
        choice("isTiny", CD_boolean, code);
        code.ifne(own);
        writeRange(code);
        code.goto_w(end);
    }

    /** Writes the call of a loop whose range is a method. */
    void writeRange(CodeBuilder code) {
        Map<Integer, Integer> places = cells(code);
        site(code);
        call(places, code);
        code.pop();
        takeBack(places, code);
    }

    /**
     * Writes the check that leads away from a version of the method, or else to its loop.
     *
     * @param check a method of the site
     * @param leaves the answer that leads away
     * @param leave where it leads
     */
    void writeChoice(String check, boolean leaves, Label leave, CodeBuilder code) {
        choice(check, CD_boolean, code);
        if (leaves) {
            code.ifne(leave);
        } else {
            code.ifeq(leave);
        }
    }

    /** Writes the end of a run of the program's own loop. */
    static void end(int run, CodeBuilder code) {
        code.aload(run).invokestatic(RUN, "end", MethodTypeDesc.of(CD_void, RUN));
    }

    /** Calls a method of the site with the first value of the variable, the bound and the step. */
    private void choice(String method, ClassDesc answer, CodeBuilder code) {
        site(code);
        code.loadLocal(loop.kind, loop.slot).conversion(loop.kind, TypeKind.LONG);
        loop.bound.forEach(code::with);
        code.conversion(loop.kind, TypeKind.LONG);
        step(code);
        MethodTypeDesc type =
                MethodTypeDesc.of(answer, SITE, CD_long, CD_long, CD_long, CD_boolean);
        code.loadConstant(loop.up ? 1 : 0).invokestatic(SITE, method, type);
    }

    /** Pushes the step, as a long. */
    private void step(CodeBuilder code) {
        if (loop.stepCode.isEmpty()) {
            code.loadConstant(loop.step);
        } else {
            loop.stepCode.forEach(code::with);
            code.conversion(loop.kind, TypeKind.LONG);
        }
    }

    private void site(CodeBuilder code) {
        String maker = site.reassociates() ? "makeReassociating" : "make";
        code.loadConstant(
                DynamicConstantDesc.ofNamed(
                        ConstantDescs.ofConstantBootstrap(SITE, maker, SITE), site.name(), SITE));
    }

    private void call(Map<Integer, Integer> places, CodeBuilder code) {
        code.loadLocal(loop.kind, loop.slot);
        loop.bound.forEach(code::with);
        if (loop.boundMoves) {
            int before = code.allocateLocal(loop.kind);
            places.put(OuterVariables.BOUND, before);
            code.storeLocal(loop.kind, before).loadLocal(loop.kind, before);
        }
        if (!loop.isPlain()) {
            step(places, code);
        }
        code.loadConstant(loop.inclusive ? 1 : 0);
        if (!loop.isPlain()) {
            code.loadConstant(loop.up ? 1 : 0);
        }
        places.put(OuterVariables.FIRST, loop.slot);
        List<ClassDesc> types = new ArrayList<>();
        for (Captured one : site.body().outer.captured) {
            boolean isPlace = one.isSet() || one.slot() < 0;
            int place = isPlace ? places.get(one.slot()) : one.slot();
            code.loadLocal(TypeKind.from(one.given()), place);
            types.add(one.given());
        }
        lambda(types, code);
    }

    /** Pushes the step, and stores it for the iteration. */
    private void step(Map<Integer, Integer> places, CodeBuilder code) {
        if (loop.stepCode.isEmpty()) {
            step(code);
            return;
        }
        int place = code.allocateLocal(loop.kind);
        places.put(OuterVariables.STEP, place);
        loop.stepCode.forEach(code::with);
        code.storeLocal(loop.kind, place).loadLocal(loop.kind, place);
        code.conversion(loop.kind, TypeKind.LONG);
    }

    private void lambda(List<ClassDesc> types, CodeBuilder code) {
        ClassDesc index = loop.kind.upperBound();
        if (!loop.isPlain()) {
            code.loadLocal(loop.kind, loop.slot);
            types.add(index);
        }
        ClassDesc body = loop.kind == TypeKind.LONG ? LONG_BODY : INT_BODY;
        if (site.range() == null) {
            MethodTypeDesc face = MethodTypeDesc.of(CD_void, index);
            code.invokedynamic(lambda(body, face, site.name(), site.body().type(), types));
        } else {
            ClassDesc range = loop.kind == TypeKind.LONG ? LONG_RANGE : INT_RANGE;
            MethodTypeDesc face = MethodTypeDesc.of(CD_void, index, index);
            MethodTypeDesc called = site.range().type();
            code.invokedynamic(lambda(range, face, site.rangeName(), called, types));
        }
        List<ClassDesc> given = new ArrayList<>(List.of(SITE, index, index));
        if (!loop.isPlain()) {
            given.addAll(List.of(CD_long, CD_boolean));
        }
        given.addAll(List.of(CD_boolean, body));
        String name = loop.kind == TypeKind.LONG ? "runLong" : "runInt";
        name += loop.isPlain() ? "s" : "Steps";
        code.invokestatic(RUNTIME, name, MethodTypeDesc.of(RUN, given));
    }

    /** Creates arrays of one element for the variables that the loop sets. */
    private Map<Integer, Integer> cells(CodeBuilder code) {
        Map<Integer, Integer> places = new HashMap<>();
        for (Captured one : site.body().outer.captured) {
            if (one.isSet()) {
                TypeKind kind = TypeKind.from(one.type());
                int place = code.allocateLocal(TypeKind.REFERENCE);
                places.put(one.slot(), place);
                code.iconst_1().newarray(kind).dup().astore(place);
                code.iconst_0().loadLocal(kind.asLoadable(), one.slot()).arrayStore(kind);
            }
        }
        return places;
    }

    private void takeBack(Map<Integer, Integer> places, CodeBuilder code) {
        for (Captured one : site.body().outer.captured) {
            if (one.isSet()) {
                TypeKind kind = TypeKind.from(one.type());
                code.aload(places.get(one.slot())).iconst_0().arrayLoad(kind);
                code.storeLocal(kind.asLoadable(), one.slot());
            }
        }
    }

    private boolean isInInterface() {
        return model.flags().has(AccessFlag.INTERFACE);
    }

    private DynamicCallSiteDesc lambda(
            ClassDesc body,
            MethodTypeDesc face,
            String name,
            MethodTypeDesc called,
            List<ClassDesc> types) {
        DirectMethodHandleDesc method =
                MethodHandleDesc.ofMethod(
                        isInInterface()
                                ? DirectMethodHandleDesc.Kind.INTERFACE_STATIC
                                : DirectMethodHandleDesc.Kind.STATIC,
                        model.thisClass().asSymbol(),
                        name,
                        called);
        return DynamicCallSiteDesc.of(
                FACTORY, "run", MethodTypeDesc.of(body, types), face, method, face, SERIALIZABLE);
    }
}
