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
 * continuations of the method. Control passes between the versions of a method only there. The path
 * to a loop leads through the heads of its enclosing loops, so that the continuations stay
 * reducible: C2 hardly optimizes a loop with two entries.
 */
final class LoopEntries {
    /** The slots that the parameters of a method may have. */
    private static final int MOST_SLOTS = 255;

    private final ClassModel model;
    private final AccessibleTypes types;
    private final MethodModel method;
    private final StackMapTableAttribute frames;
    private final boolean isPossible;
    private final Map<MarkedLoop, Entry> loops = new LinkedHashMap<>();

    /** A variable; the type is null if its value is null. */
    record Variable(int slot, TypeKind kind, ClassDesc type) {}

    /**
     * A path into the method, to a marked loop.
     *
     * @param iteration the name of the method with one iteration of the loop
     * @param saved the live variables there that are not known to be null
     * @param stages its parts: one for each enclosing loop, and one for the marked loop
     */
    record Entry(String iteration, List<Variable> saved, List<Stage> stages) {
        /** Returns the number of the stage to the head of a loop, or a negative number. */
        int stageTo(Label head) {
            return stages.stream().map(Stage::head).toList().indexOf(head);
        }

        /** Returns true if another loop encloses the marked one. */
        boolean isRepeated() {
            return stages.size() > 1;
        }
    }

    /**
     * A part of a path: a jump to the head of an enclosing loop, or to the marked loop.
     *
     * @param head of the enclosing loop; null for the marked loop
     * @param restored the live variables that are restored before the jump
     * @param dead the dead variables that the verifier needs to be set there
     */
    record Stage(Label head, List<Variable> restored, List<Variable> dead) {}

    /**
     * Creates entries, none as yet. Constructors, which set final fields, and methods that hold
     * monitors have none.
     *
     * @param model the class
     * @param types the types that the class may access
     * @param method that has the loops
     * @param code of the method
     */
    LoopEntries(ClassModel model, AccessibleTypes types, MethodModel method, CodeModel code) {
        this.model = model;
        this.types = types;
        this.method = method;
        boolean isNamed = !method.methodName().stringValue().startsWith("<");
        isPossible =
                isNamed && code.elementStream().noneMatch(MonitorInstruction.class::isInstance);
        frames = ((CodeAttribute) code).findAttribute(Attributes.stackMapTable()).orElse(null);
    }

    /**
     * Adds an entry at a loop, unless a variable has an unknown type, a live one has no accessible
     * type, or there are more than can be passed to a method.
     *
     * @param loop the loop
     * @param name of the method with one iteration
     */
    void add(MarkedLoop loop, String name) {
        Entry entry = isPossible && frames != null ? entry(loop, name) : null;
        if (entry != null) {
            loops.put(loop, entry);
        }
    }

    /** Returns the path to a loop, or null if there is none. */
    private Entry entry(MarkedLoop loop, String name) {
        List<Variable> all = variables(loop::isHead);
        if (all == null) {
            return null;
        }
        List<Variable> live = all.stream().filter(one -> loop.isLiveBefore(one.slot)).toList();
        List<Variable> saved = live.stream().filter(one -> one.type != null).toList();
        if (!saved.stream().allMatch(one -> types.contain(one.type))
                || saved.stream().mapToInt(one -> one.kind.slotSize()).sum() > MOST_SLOTS) {
            return null;
        }
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
        return new Entry(name, saved, stages);
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

    private static Variable variable(int slot, VerificationTypeInfo type) {
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
            case ObjectVerificationTypeInfo object ->
                    new Variable(slot, TypeKind.REFERENCE, object.classSymbol());
            default -> null;
        };
    }

    /** Returns the loops with an entry, in the order of their numbers. */
    List<MarkedLoop> loops() {
        return List.copyOf(loops.keySet());
    }

    /** Returns the entry at a loop, or null. */
    Entry at(MarkedLoop loop) {
        return loops.get(loop);
    }

    boolean isEmpty() {
        return loops.isEmpty();
    }

    /** Returns true if a loop with an entry is part of another loop. */
    boolean areRepeated() {
        return loops.values().stream().anyMatch(Entry::isRepeated);
    }

    /** Returns the name of the continuation that calls its loops. */
    String restName() {
        return WovenClasses.restOf(firstIteration());
    }

    /** Returns the name of the continuation that runs its loops in place. */
    String resumedName() {
        return WovenClasses.resumedOf(firstIteration());
    }

    private String firstIteration() {
        return loops.values().iterator().next().iteration;
    }

    /** Returns the name of the method that saves the live variables at a loop. */
    String saverName(MarkedLoop loop) {
        return WovenClasses.saverOf(at(loop).iteration);
    }

    /** Returns the number of variables to be saved, at any loop. */
    int most() {
        return loops.values().stream().mapToInt(one -> one.saved.size()).max().orElse(0);
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
