package org.anabranch.loops.lift;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The control-flow graph of a method: blocks in reverse post-order, their dominators (Cooper,
 * Harvey, Kennedy, 2001) and natural loops. The order depends on the edges alone. So loops may be
 * tested at the top, as by javac, or at the bottom, as by ECJ.
 */
public final class FlowGraph {
    private final Map<Label, BasicBlock> labels = new HashMap<>();
    private final List<BasicBlock> all = new ArrayList<>();

    /** The reachable blocks, in reverse post-order. */
    final List<BasicBlock> blocks = new ArrayList<>();

    FlowGraph(CodeModel code) {
        cut(code);
        connect();
        sort();
        dominate();
        findLoops();
    }

    BasicBlock at(Label label) {
        return labels.get(label);
    }

    BasicBlock after(BasicBlock block) {
        return all.get(block.number + 1);
    }

    private void cut(CodeModel code) {
        Set<Label> targets = new HashSet<>();
        for (CodeElement element : code) {
            targets.addAll(targets(element));
        }
        BasicBlock current = open();
        boolean ended = false;
        int line = 0;
        for (CodeElement element : code) {
            boolean target =
                    element instanceof LabelTarget label && targets.contains(label.label());
            if (element instanceof LineNumber number) {
                line = number.line();
            }
            if (target || ended && element instanceof Instruction) {
                if (ended || hasCode(current)) {
                    current = open();
                }
                ended = false;
                current.line = line;
            }
            if (element instanceof LabelTarget label) {
                labels.put(label.label(), current);
            }
            current.elements.add(element);
            if (element instanceof LineNumber && !hasCode(current)) {
                current.line = line;
            }
            ended |= ends(element);
        }
    }

    private BasicBlock open() {
        BasicBlock made = new BasicBlock(all.size());
        all.add(made);
        return made;
    }

    private static boolean hasCode(BasicBlock block) {
        return block.elements.stream().anyMatch(Instruction.class::isInstance);
    }

    static boolean ends(CodeElement element) {
        return element instanceof BranchInstruction
                || element instanceof LookupSwitchInstruction
                || element instanceof TableSwitchInstruction
                || element instanceof ReturnInstruction
                || element instanceof ThrowInstruction;
    }

    /**
     * Returns the labels that an instruction may jump to.
     *
     * @param element of a method
     * @return the labels, none if it is no jump
     */
    public static List<Label> targets(CodeElement element) {
        return switch (element) {
            case BranchInstruction branch -> List.of(branch.target());
            case LookupSwitchInstruction lookup -> targets(lookup.cases(), lookup.defaultTarget());
            case TableSwitchInstruction table -> targets(table.cases(), table.defaultTarget());
            default -> List.of();
        };
    }

    private static List<Label> targets(List<SwitchCase> cases, Label otherwise) {
        List<Label> all = new ArrayList<>(cases.stream().map(SwitchCase::target).toList());
        all.add(otherwise);
        return all;
    }

    /**
     * Returns true if control may go on to the next element.
     *
     * @param element of a method
     * @return false for returns, switches and jumps without a condition
     */
    public static boolean goesOn(CodeElement element) {
        return !ends(element)
                || element instanceof BranchInstruction branch
                        && branch.opcode() != Opcode.GOTO
                        && branch.opcode() != Opcode.GOTO_W;
    }

    private void connect() {
        for (BasicBlock block : all) {
            CodeElement last = block.elements.isEmpty() ? null : lastInstruction(block);
            if ((last == null || goesOn(last)) && block.number + 1 < all.size()) {
                block.successors.add(all.get(block.number + 1));
            }
            Stream.ofNullable(last)
                    .flatMap(jump -> targets(jump).stream())
                    .map(labels::get)
                    .distinct()
                    .filter(target -> !block.successors.contains(target))
                    .sorted((a, b) -> Integer.compare(a.number, b.number))
                    .forEach(block.successors::add);
        }
    }

    private static CodeElement lastInstruction(BasicBlock block) {
        for (int i = block.elements.size() - 1; i >= 0; i--) {
            if (block.elements.get(i) instanceof Instruction) {
                return block.elements.get(i);
            }
        }
        return null;
    }

    private void sort() {
        record Visit(BasicBlock block, int[] next) {}
        Deque<Visit> path = new ArrayDeque<>();
        Set<BasicBlock> seen = new HashSet<>(Set.of(all.getFirst()));
        path.push(new Visit(all.getFirst(), new int[1]));
        while (!path.isEmpty()) {
            Visit top = path.peek();
            if (top.next[0] == top.block.successors.size()) {
                blocks.add(path.pop().block);
                continue;
            }
            BasicBlock successor = top.block.successors.get(top.next[0]++);
            if (seen.add(successor)) {
                path.push(new Visit(successor, new int[1]));
            }
        }
        Collections.reverse(blocks);
        for (int i = 0; i < blocks.size(); i++) {
            blocks.get(i).order = i;
        }
        for (BasicBlock block : blocks) {
            block.successors.forEach(successor -> successor.predecessors.add(block));
        }
    }

    private void dominate() {
        BasicBlock entry = blocks.getFirst();
        entry.dominator = entry;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (BasicBlock block : blocks.subList(1, blocks.size())) {
                BasicBlock meet = null;
                for (BasicBlock from : block.predecessors) {
                    if (from.dominator != null) {
                        meet = meet == null ? from : meet(meet, from);
                    }
                }
                if (meet != block.dominator) {
                    block.dominator = meet;
                    changed = true;
                }
            }
        }
        entry.dominator = null;
    }

    private static BasicBlock meet(BasicBlock left, BasicBlock right) {
        BasicBlock a = left;
        BasicBlock b = right;
        while (a != b) {
            if (a.order > b.order) {
                a = a.dominator;
            } else {
                b = b.dominator;
            }
        }
        return a;
    }

    private void findLoops() {
        for (BasicBlock block : blocks) {
            for (BasicBlock from : block.predecessors) {
                if (from.order < block.order) {
                    continue;
                }
                if (!block.dominates(from)) {
                    throw new BodyRefusal("its jumps do not form loops", block.line);
                }
                collect(block, from);
            }
        }
        for (BasicBlock head : blocks) {
            for (BasicBlock inside : head.loop) {
                if (inside.header == null || inside.header.loop.size() > head.loop.size()) {
                    inside.header = head;
                }
            }
        }
    }

    private static void collect(BasicBlock head, BasicBlock end) {
        head.loop.add(head);
        Deque<BasicBlock> open = new ArrayDeque<>(List.of(end));
        while (!open.isEmpty()) {
            BasicBlock block = open.pop();
            if (head.loop.add(block)) {
                block.predecessors.forEach(open::push);
            }
        }
    }
}
