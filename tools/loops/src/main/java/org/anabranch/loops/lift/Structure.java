package org.anabranch.loops.lift;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The conversion of a reducible flow graph to structured statements. A block that several jumps
 * lead to follows a {@link Statement.Labelled} at its dominator, and jumps break out of that
 * (Ramsey, "Beyond Relooper", ICFP 2022). One addition: code after a loop is placed after it even
 * if a block inside the loop dominates it, so that statements nest as the loops do.
 */
final class Structure {
    private final Map<BasicBlock, Integer> labels = new HashMap<>();
    private final Map<BasicBlock, List<BasicBlock>> placed = new HashMap<>();
    private final LiftScope scope;
    private final int leave;

    /**
     * Creates a conversion.
     *
     * @param graph the blocks, translated
     * @param scope provides labels
     * @param leave label that a return breaks, or -1 if it ends the iteration
     */
    Structure(FlowGraph graph, LiftScope scope, int leave) {
        this.scope = scope;
        this.leave = leave;
        for (BasicBlock block : graph.blocks) {
            if (block.isHeader()) {
                labels.put(block, scope.label());
            }
        }
        for (BasicBlock block : graph.blocks.subList(1, graph.blocks.size())) {
            place(graph, block);
        }
    }

    private final Map<BasicBlock, Integer> followed = new HashMap<>();

    private void place(FlowGraph graph, BasicBlock block) {
        BasicBlock at = block.dominator;
        BasicBlock outermost =
                graph.blocks.stream()
                        .filter(head -> head.loop.contains(at) && !head.loop.contains(block))
                        .max(Comparator.comparingInt(head -> head.loop.size()))
                        .orElse(null);
        long forward = block.predecessors.stream().filter(p -> p.order < block.order).count();
        if (outermost != null || forward > 1) {
            followed.put(block, scope.label());
            placed.computeIfAbsent(outermost != null ? outermost : at, key -> new ArrayList<>())
                    .add(block);
        }
    }

    List<Statement> from(BasicBlock block) {
        List<Statement> core = new ArrayList<>(block.statements);
        core.addAll(exit(block));
        List<BasicBlock> children = new ArrayList<>(placed.getOrDefault(block, List.of()));
        children.removeIf(child -> child.exit == null); // no path leads there
        children.sort(Comparator.comparingInt(child -> child.order));
        for (BasicBlock child : children) {
            if (!block.isHeader() || block.loop.contains(child)) {
                core = follow(core, child);
            }
        }
        if (block.isHeader()) {
            core =
                    new ArrayList<>(
                            List.of(new Statement.Repeat(labels.get(block), core, block.line)));
            for (BasicBlock child : children) {
                if (!block.loop.contains(child)) {
                    core = follow(core, child);
                }
            }
        }
        return core;
    }

    private List<Statement> follow(List<Statement> core, BasicBlock child) {
        List<Statement> all = new ArrayList<>();
        all.add(new Statement.Labelled(followed.get(child), core, child.line));
        all.addAll(from(child));
        return all;
    }

    private List<Statement> exit(BasicBlock block) {
        int line = block.line;
        return switch (block.exit) {
            case BasicBlock.Exit.Jump jump -> branch(block, jump.target());
            case BasicBlock.Exit.Choice choice ->
                    List.of(
                            new Statement.If(
                                    choice.condition(),
                                    branch(block, choice.holds()),
                                    branch(block, choice.otherwise()),
                                    line));
            case BasicBlock.Exit.Switch choice -> cases(block, choice);
            case BasicBlock.Exit.Return leaving ->
                    List.of(leave < 0 ? new Statement.End(line) : new Statement.Break(leave, line));
            case BasicBlock.Exit.Throw thrown -> List.of(new Statement.Fault(line));
        };
    }

    private List<Statement> cases(BasicBlock block, BasicBlock.Exit.Switch choice) {
        Map<BasicBlock, List<Integer>> byTarget = new LinkedHashMap<>();
        choice.cases()
                .forEach(
                        (value, target) ->
                                byTarget.computeIfAbsent(target, key -> new ArrayList<>())
                                        .add(value));
        List<Statement> chain = branch(block, choice.otherwise());
        for (Map.Entry<BasicBlock, List<Integer>> entry : byTarget.entrySet()) {
            if (entry.getKey() == choice.otherwise()) {
                continue;
            }
            Expression any = null;
            for (int value : entry.getValue()) {
                Expression same =
                        new Expression.Relation(
                                ComparisonOperator.EQ,
                                choice.selector(),
                                Expression.Constant.of(value));
                any = any == null ? same : new Expression.Binary(Operator.OR, Kind.INT, any, same);
            }
            chain =
                    List.of(
                            new Statement.If(
                                    any, branch(block, entry.getKey()), chain, block.line));
        }
        return chain;
    }

    private List<Statement> branch(BasicBlock from, BasicBlock to) {
        if (to.order <= from.order) {
            return List.of(new Statement.Continue(labels.get(to), from.line));
        }
        Integer label = followed.get(to);
        return label != null ? List.of(new Statement.Break(label, from.line)) : from(to);
    }
}
