package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Operator;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The translator for the instructions of one block. */
final class BlockLifter {
    private final MethodLifter method;
    private final BasicBlock block;
    private final OperandStack values;
    private final Branches branches;
    private final Members members;
    private final ArrayElements elements;

    BlockLifter(MethodLifter method, BasicBlock block) {
        this.method = method;
        this.block = block;
        this.values = new OperandStack(method.scope, block.stack, block.references);
        values.line = method.line(block.line);
        this.branches = new Branches(values);
        this.members = new Members(method, values);
        this.elements = new ArrayElements(values);
    }

    OperandStack lift() {
        values.throwing = block.elements.stream().anyMatch(ThrowInstruction.class::isInstance);
        method.prelude(block).forEach(values::add);
        for (CodeElement element : block.elements) {
            if (element instanceof LineNumber number) {
                values.line = method.line(number.line());
                block.line = values.line;
            }
            if (element instanceof Instruction instruction && block.exit == null) {
                instruction(instruction);
            }
        }
        if (block.exit == null) {
            block.exit = new BasicBlock.Exit.Jump(method.graph.after(block));
        }
        block.statements = values.statements;
        return values;
    }

    private void instruction(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load -> load(load);
            case StoreInstruction store -> method.store(values, store.slot(), values.pop());
            case IncrementInstruction increment -> {
                Read variable = method.variable(increment.slot(), Kind.INT);
                values.assign(
                        variable.local(),
                        new Binary(
                                Operator.ADD,
                                Kind.INT,
                                variable,
                                Constant.of(increment.constant())));
            }
            case ConstantInstruction constant -> constant(constant);
            case OperatorInstruction operator -> operator(operator);
            case ConvertInstruction convert ->
                    values.push(new Convert(ArrayElements.kind(convert.toType()), values.pop()));
            case StackInstruction stack -> new StackMoves(values).move(stack.opcode());
            case ArrayLoadInstruction load -> elements.load(load);
            case ArrayStoreInstruction store -> elements.store(store);
            case NewPrimitiveArrayInstruction made ->
                    elements.array(ArrayElements.kind(made.typeKind()));
            case NewObjectInstruction made -> make(made.className().asInternalName());
            case InvokeDynamicInstruction made when dynamic(made) -> {}
            case TypeCheckInstruction check -> check(check);
            case FieldInstruction field -> members.field(field);
            case InvokeInstruction invoke -> members.invoke(invoke);
            default -> {
                if (FlowGraph.ends(instruction)) {
                    end(instruction);
                } else if (instruction.opcode() != Opcode.NOP) {
                    throw refuse(instruction);
                }
            }
        }
    }

    private void check(TypeCheckInstruction check) {
        if (!new Conversions(values, method.owner).check(check)) {
            block.exit = new BasicBlock.Exit.Throw();
        }
    }

    private boolean dynamic(InvokeDynamicInstruction made) {
        return Texts.joins(made, values)
                || new Lambdas(values).makes(made, method.owner)
                || method.patterns.selects(made, block, values);
    }

    private BodyRefusal refuse(Instruction instruction) {
        return values.refuse(
                switch (instruction) {
                    case MonitorInstruction monitor -> "it is synchronized";
                    case NewReferenceArrayInstruction made -> "it makes an array of objects";
                    case NewMultiArrayInstruction made -> "it makes an array of arrays";
                    case InvokeDynamicInstruction made ->
                            "it calls " + made.name() + ", which is linked at run time";
                    default ->
                            "it uses the instruction "
                                    + instruction.opcode().name().toLowerCase(Locale.ROOT);
                });
    }

    private void make(String name) {
        Class<?> type = ClassFiles.load(method.owner, name);
        values.push(
                Texts.isUnknown(type, name, values)
                        ? method.scope.unknown(name)
                        : method.scope.made.make(type, values));
    }

    private void load(LoadInstruction load) {
        if (load.typeKind() == TypeKind.REFERENCE) {
            Expression held = values.references.get(load.slot());
            if (held == null) {
                method.choose(values, load.slot());
            }
            values.push(held);
        } else {
            values.push(method.variable(load.slot(), ArrayElements.kind(load.typeKind())));
        }
    }

    private void constant(ConstantInstruction constant) {
        switch (constant.constantValue()) {
            case Integer value -> values.push(Constant.of(value));
            case Long value -> values.push(new Constant(Kind.LONG, value));
            case Float value ->
                    values.push(new Constant(Kind.FLOAT, Float.floatToRawIntBits(value)));
            case Double value ->
                    values.push(new Constant(Kind.DOUBLE, Double.doubleToRawLongBits(value)));
            case String text -> values.push(method.scope.text(text));
            default -> values.push(method.scope.unknown("constant"));
        }
    }

    private void operator(OperatorInstruction instruction) {
        Opcode opcode = instruction.opcode();
        switch (opcode) {
            case ARRAYLENGTH ->
                    values.push(
                            method.scope.choices.get(
                                    values.pop(), Kind.INT, Expression.Length::new, values));
            case INEG, LNEG, FNEG, DNEG -> values.push(new Expression.Negate(values.pop()));
            case LCMP, FCMPL, FCMPG, DCMPL, DCMPG -> {
                Expression right = values.pop();
                int unordered = opcode == Opcode.FCMPG || opcode == Opcode.DCMPG ? 1 : -1;
                values.push(new Expression.ThreeWay(values.pop(), right, unordered));
            }
            default -> {
                Expression right = values.pop();
                Expression left = values.pop();
                Operator operator = Operator.valueOf(opcode.name().substring(1));
                Binary made = new Binary(operator, left.kind(), left, right);
                values.push(made.mayFault() ? values.temporary(made) : made);
            }
        }
    }

    private void end(Instruction instruction) {
        switch (instruction) {
            case BranchInstruction branch -> branch(branch);
            case TableSwitchInstruction table -> select(table.cases(), table.defaultTarget());
            case LookupSwitchInstruction lookup -> select(lookup.cases(), lookup.defaultTarget());
            case ReturnInstruction leaving -> {
                if (leaving.typeKind() != TypeKind.VOID) {
                    method.returned(values, values.pop());
                }
                block.exit = new BasicBlock.Exit.Return();
            }
            case ThrowInstruction thrown -> block.exit = new BasicBlock.Exit.Throw();
            default -> throw new IllegalArgumentException(instruction.toString());
        }
    }

    private void branch(BranchInstruction branch) {
        BasicBlock target = method.graph.at(branch.target());
        if (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W) {
            block.exit = new BasicBlock.Exit.Jump(target);
            return;
        }
        Expression condition = branches.condition(branch.opcode());
        if (condition instanceof Expression.Relation(var order, Constant one, Constant other)) {
            boolean holds = order.holds(one.bits(), other.bits());
            block.exit = new BasicBlock.Exit.Jump(holds ? target : method.graph.after(block));
            return;
        }
        if (method.onStack(condition)) {
            condition = values.temporary(condition);
        }
        block.exit = new BasicBlock.Exit.Choice(condition, target, method.graph.after(block));
    }

    private void select(List<SwitchCase> cases, Label otherwise) {
        Expression selector = values.fix(values.pop());
        Map<Integer, BasicBlock> targets = new LinkedHashMap<>();
        cases.forEach(one -> targets.put(one.caseValue(), method.graph.at(one.target())));
        if (selector instanceof Constant known) {
            BasicBlock other = method.graph.at(otherwise);
            BasicBlock target = targets.getOrDefault((int) known.bits(), other);
            block.exit = new BasicBlock.Exit.Jump(target);
            return;
        }
        block.exit = new BasicBlock.Exit.Switch(selector, targets, method.graph.at(otherwise));
    }
}
