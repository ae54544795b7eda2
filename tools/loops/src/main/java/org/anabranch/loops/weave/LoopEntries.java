package org.anabranch.loops.weave;

import org.anabranch.loops.lift.WovenClasses;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The entries into a method at its marked loops, with the live variables at each, for the two
 * continuations of the method. Control passes between the versions of a method only there. Where a
 * loop is part of others, it is entered through their heads, so that the continuations have no
 * other loops than the method: C2 hardly optimizes a loop with two entries.
 */
final class LoopEntries {
    private final ClassModel model;
    private final CastTypes types;
    private final MethodModel method;
    private final StackMapTableAttribute frames;
    private final boolean isPossible;
    private final Map<MarkedLoop, Entry> loops = new LinkedHashMap<>();
    private String iteration;

    /** A variable; the type is null if its value is null. */
    record Variable(int slot, TypeKind kind, ClassDesc type) {}

    /**
     * A way to a loop.
     *
     * @param live the live variables there
     * @param stages the parts of the way
     */
    record Entry(List<Variable> live, List<Stage> stages) {
        /** Returns the number of the stage to the head of a loop, or a negative number. */
        int stageTo(Label head) {
            return stages.stream().map(Stage::head).toList().indexOf(head);
        }
    }

    /**
     * A part of the way to a loop.
     *
     * @param head of the loop outside it that is entered next; null if it is entered itself
     * @param restored the variables that get their values before
     * @param dead other variables, which only need to have some value
     */
    record Stage(Label head, List<Variable> restored, List<Variable> dead) {}

    /**
     * Creates entries, none as yet. Constructors, which set final fields, and methods that hold
     * monitors have none.
     *
     * @param model the class
     * @param types the types to which the class can cast
     * @param method that has the loops
     * @param code of the method
     */
    LoopEntries(ClassModel model, CastTypes types, MethodModel method, CodeModel code) {
        this.model = model;
        this.types = types;
        this.method = method;
        boolean isNamed = !method.methodName().stringValue().startsWith("<");
        isPossible =
                isNamed && code.elementStream().noneMatch(MonitorInstruction.class::isInstance);
        frames = ((CodeAttribute) code).findAttribute(Attributes.stackMapTable()).orElse(null);
    }

    /**
     * Adds an entry at a loop, unless variables have unknown types, or such as cannot be cast to.
     *
     * @param loop the loop
     * @param name of the method with one iteration
     */
    void add(MarkedLoop loop, String name) {
        Entry entry = isPossible && frames != null ? entry(loop) : null;
        if (entry != null) {
            loops.put(loop, entry);
            iteration = iteration == null ? name : iteration;
        }
    }

    /** Returns the way to a loop, or null if the type of a variable is unknown. */
    private Entry entry(MarkedLoop loop) {
        List<Variable> all = variables(loop::isHead);
        if (all == null) {
            return null;
        }
        List<Variable> live = all.stream().filter(one -> loop.isLiveBefore(one.slot)).toList();
        List<Stage> stages = new ArrayList<>();
        List<Variable> missing = new ArrayList<>(live);
        Set<Integer> set = new HashSet<>();
        for (Label head : loop.outerHeads()) {
            List<Variable> needed = variables(head::equals);
            if (needed == null) {
                return null;
            }
            List<Variable> restored = missing.stream().filter(needed::contains).toList();
            missing.removeAll(restored);
            restored.forEach(one -> set.add(one.slot));
            List<Variable> dead = needed.stream().filter(one -> set.add(one.slot)).toList();
            stages.add(new Stage(head, restored, dead));
        }
        stages.add(new Stage(null, missing, List.of()));
        return new Entry(live, stages);
    }

    /** Returns the variables at a place, or null if the type of one is unknown. */
    private List<Variable> variables(Predicate<Label> place) {
        StackMapFrameInfo frame =
                frames.entries().stream()
                        .filter(one -> place.test(one.target()) && one.stack().isEmpty())
                        .findFirst()
                        .orElse(null);
        if (frame == null) {
            return null;
        }
        List<Variable> found = new ArrayList<>();
        int slot = 0;
        for (VerificationTypeInfo one : frame.locals()) {
            if (one != SimpleVerificationTypeInfo.TOP && (slot > 0 || isStatic())) {
                Variable variable = variable(slot, one);
                if (variable == null) {
                    return null;
                }
                found.add(variable);
            }
            boolean isWide =
                    one == SimpleVerificationTypeInfo.LONG
                            || one == SimpleVerificationTypeInfo.DOUBLE;
            slot += isWide ? 2 : 1;
        }
        return found;
    }

    private Variable variable(int slot, VerificationTypeInfo type) {
        return switch (type) {
            case SimpleVerificationTypeInfo.INTEGER ->
                    new Variable(slot, TypeKind.INT, ConstantDescs.CD_int);
            case SimpleVerificationTypeInfo.LONG ->
                    new Variable(slot, TypeKind.LONG, ConstantDescs.CD_long);
            case SimpleVerificationTypeInfo.FLOAT ->
                    new Variable(slot, TypeKind.FLOAT, ConstantDescs.CD_float);
            case SimpleVerificationTypeInfo.DOUBLE ->
                    new Variable(slot, TypeKind.DOUBLE, ConstantDescs.CD_double);
            case SimpleVerificationTypeInfo.NULL -> new Variable(slot, TypeKind.REFERENCE, null);
            case ObjectVerificationTypeInfo object when types.isOne(object.classSymbol()) ->
                    new Variable(slot, TypeKind.REFERENCE, object.classSymbol());
            default -> null;
        };
    }

    /** Returns the loops with an entry, in the order of their numbers. */
    List<MarkedLoop> loops() {
        return List.copyOf(loops.keySet());
    }

    Entry at(MarkedLoop loop) {
        return loops.get(loop);
    }

    boolean isEmpty() {
        return loops.isEmpty();
    }

    /** Returns true if there is an entry at a loop. */
    boolean isAt(MarkedLoop loop) {
        return loops.containsKey(loop);
    }

    /** Returns true if control can come to a loop with an entry more than once. */
    boolean areRepeated() {
        return loops.keySet().stream().anyMatch(MarkedLoop::isRepeated);
    }

    /** Returns the name of the continuation that calls its loops. */
    String restName() {
        return WovenClasses.restOf(iteration);
    }

    /** Returns the name of the continuation that runs its loops in place. */
    String resumedName() {
        return WovenClasses.resumedOf(iteration);
    }

    /** Returns the type of both continuations. */
    MethodTypeDesc type() {
        return MethodTypeDesc.of(method.methodTypeSymbol().returnType(), EntryCode.SAVED);
    }

    boolean isStatic() {
        return method.flags().has(AccessFlag.STATIC);
    }

    /** Returns the flags of both continuations. */
    int flags() {
        int shared = AccessFlag.PRIVATE.mask() | AccessFlag.SYNTHETIC.mask();
        return isStatic() ? shared | AccessFlag.STATIC.mask() : shared;
    }

    ClassDesc owner() {
        return model.thisClass().asSymbol();
    }

    boolean isInInterface() {
        return model.flags().has(AccessFlag.INTERFACE);
    }
}
