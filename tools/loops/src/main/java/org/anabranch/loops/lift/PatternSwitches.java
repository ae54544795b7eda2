package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The translator for switches on patterns, which is decided by the class of the object. Compilers
 * select from a label on, which a failed guard increases, so that a switch is the head of a loop.
 * It is taken for one that is entered once; this is checked when all of the method is translated.
 */
final class PatternSwitches {
    private static final String BOOTSTRAPS = "Ljava/lang/runtime/SwitchBootstraps;";

    private final LiftScope scope;
    private final Class<?> owner;
    private final String key;
    private final Set<BasicBlock> once = new HashSet<>();

    /**
     * Creates a translator.
     *
     * @param scope the state shared by the methods of the body
     * @param owner the class of the method
     * @param key its name, for the choices of the scope
     */
    PatternSwitches(LiftScope scope, Class<?> owner, String key) {
        this.scope = scope;
        this.owner = owner;
        this.key = key;
    }

    /** Translates the selection of a label by class; returns false for any other instruction. */
    boolean selects(InvokeDynamicInstruction made, BasicBlock block, OperandStack values) {
        if (!made.bootstrapMethod().owner().descriptorString().equals(BOOTSTRAPS)
                || !made.name().equalsString("typeSwitch")) {
            return false;
        }
        Constant from = first(block, values, values.pop());
        Class<?> exact = scope.exact(values.pop());
        List<? extends ConstantDesc> labels = made.bootstrapArgs();
        if (exact == null || !labels.stream().allMatch(ClassDesc.class::isInstance)) {
            throw values.refuse("it selects a pattern by more than a class that is known");
        }
        if (from == null) {
            throw values.refuse("it selects a pattern under a condition");
        }
        int label = (int) from.bits();
        while (label < labels.size() && !fits((ClassDesc) labels.get(label), exact)) {
            label++;
        }
        values.push(Constant.of(label));
        return true;
    }

    private boolean fits(ClassDesc label, Class<?> type) {
        return Conversions.load(owner, label.descriptorString()).isAssignableFrom(type);
    }

    /** Returns the label that a switch begins with, or null if it is not known. */
    private Constant first(BasicBlock block, OperandStack values, Expression label) {
        if (label instanceof Constant constant) {
            return constant;
        }
        Local local = label instanceof Expression.Read read ? read.local() : null;
        Constant here = constant(values.statements, local);
        List<BasicBlock> before =
                block.predecessors.stream().filter(from -> from.order < block.order).toList();
        if (here != null || before.size() != 1 || scope.choices.wanted.contains(guards())) {
            return here;
        }
        once.add(block);
        return constant(before.getFirst().statements, local);
    }

    private String guards() {
        return key + " has guards";
    }

    /** Returns the constant that a variable has after some statements, or null. */
    private static Constant constant(List<Statement> statements, Local local) {
        Expression known = null;
        for (Statement statement : statements) {
            if (statement instanceof Statement.Assign assign && assign.target().equals(local)) {
                known = assign.value();
            }
        }
        return known instanceof Constant constant ? constant : null;
    }

    /** Restarts lifting if a switch that was taken for one that is entered once is not. */
    void check() {
        for (BasicBlock block : once) {
            for (BasicBlock from : block.predecessors) {
                boolean again = from.order >= block.order && from.exit != null;
                if (again && from.next().contains(block)) {
                    scope.choices.wanted.add(guards());
                    throw new LiftScope.AgainException();
                }
            }
        }
    }
}
