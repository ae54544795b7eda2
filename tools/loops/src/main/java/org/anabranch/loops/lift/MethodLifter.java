package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The translator for one method. Numbers live in variables, one for each slot and kind. References
 * are propagated by value: if two paths bring different ones, the reference is unknown after that.
 */
final class MethodLifter {
    private record Slot(int number, Kind kind) {}

    final LiftScope scope;
    final Class<?> owner;
    final FlowGraph graph;

    private final CodeModel code;
    private final int callLine;
    private final Map<Slot, Local> variables = new HashMap<>();
    private final KeptStack kept = new KeptStack();
    private final Map<Slot, String> names = new HashMap<>();
    private final Set<Integer> stored = new HashSet<>();
    private final Merges merges;
    final PatternSwitches patterns;
    private final String key;
    private final Map<Integer, Expression> references = new HashMap<>();
    private final List<Statement> prologue = new ArrayList<>();
    private Local result;
    private Expression resultReference;
    private Expression resultObject;
    private int returns;

    /**
     * Creates a translator.
     *
     * @param scope the state shared by the methods of the body
     * @param found the method
     * @param callLine line of the call that it is inlined for, or 0 if it is the body itself
     */
    MethodLifter(LiftScope scope, ClassFiles.Found found, int callLine) {
        this.scope = scope;
        this.owner = found.owner();
        scope.uses(owner);
        this.merges = new Merges(scope);
        this.key =
                found.owner().getName() + found.method().methodName() + found.method().methodType();
        this.patterns = new PatternSwitches(scope, owner, key);
        this.callLine = callLine;
        this.code =
                found.method()
                        .code()
                        .orElseThrow(
                                () -> new BodyRefusal(found.shown() + " has no code", callLine));
        check(found);
        this.graph = new FlowGraph(code);
        for (CodeElement element : code) {
            switch (element) {
                case StoreInstruction store -> stored.add(store.slot());
                case ReturnInstruction leaving -> returns++;
                case IncrementInstruction increment -> stored.add(increment.slot());
                case LocalVariable variable ->
                        names.putIfAbsent(
                                new Slot(variable.slot(), kind(variable)),
                                variable.name().stringValue());
                default -> {}
            }
        }
    }

    private void check(ClassFiles.Found found) {
        int first = found.firstLine();
        boolean locks = code.elementStream().anyMatch(MonitorInstruction.class::isInstance);
        if (locks || found.method().flags().has(AccessFlag.SYNCHRONIZED)) {
            throw new BodyRefusal(found.shown() + " is synchronized", line(first));
        }
        if (scope.catches == 0 && !Texts.onlyThrow(code)) {
            scope.catches = Math.max(line(first), 1);
        }
    }

    int line(int own) {
        return callLine == 0 ? own : callLine;
    }

    /** Returns the first statements of a block, which set the fields of merged objects. */
    List<Statement> prelude(BasicBlock block) {
        return merges.prelude(block, line(block.line));
    }

    private static Kind kind(LocalVariable variable) {
        return Kind.of(variable.typeSymbol().descriptorString()).computational();
    }

    String parameterName(int slot, Kind kind, String otherwise) {
        return names.getOrDefault(new Slot(slot, kind), otherwise);
    }

    /** Passes an argument. The slots are those of the method; long and double take two. */
    void argument(int slot, Expression value) {
        if (value.kind() == Kind.REFERENCE) {
            references.put(slot, value);
        } else if (callLine == 0 && value instanceof Read read && !stored.contains(slot)) {
            variables.put(new Slot(slot, value.kind()), read.local());
        } else {
            prologue.add(
                    new Statement.Assign(
                            variable(slot, value.kind()).local(), value, line(callLine)));
        }
    }

    Read variable(int slot, Kind kind) {
        return new Read(
                variables.computeIfAbsent(
                        new Slot(slot, kind),
                        key -> scope.local(names.getOrDefault(key, "v" + slot), kind)));
    }

    void store(OperandStack values, int slot, Expression value) {
        if (value.kind() == Kind.REFERENCE) {
            values.references.put(slot, value);
        } else {
            values.references.remove(slot);
            values.assign(variable(slot, value.kind()).local(), value);
        }
    }

    void returned(OperandStack values, Expression value) {
        if (callLine == 0) {
            return;
        }
        if (value.kind() == Kind.REFERENCE) {
            if (returns > 1 && scope.made.alike(value, value)) {
                resultObject = resultObject == null ? scope.made.like(value) : resultObject;
                if (scope.made.alike(value, resultObject)) {
                    scope.made.copy(value, resultObject, values);
                    resultReference = resultObject;
                    return;
                }
            }
            if (resultReference != null && !resultReference.equals(value)) {
                throw values.refuse("a method returns one of several arrays");
            }
            resultReference = value;
            return;
        }
        if (result == null) {
            result = scope.local("result", value.kind());
        }
        values.assign(result, value);
    }

    /** {@return the result of the method; null for a void one} */
    Expression result() {
        return resultReference != null ? resultReference : result == null ? null : new Read(result);
    }

    List<Statement> lift() {
        while (!pass()) {
            graph.blocks.forEach(
                    block -> {
                        block.exit = null;
                        block.references = null;
                        block.stack = null;
                    });
            resultReference = null;
        }
        patterns.check();
        int leave = callLine == 0 ? -1 : scope.label();
        List<Statement> all = new ArrayList<>(prologue);
        List<Statement> body = new Structure(graph, scope, leave).from(graph.blocks.getFirst());
        if (leave < 0) {
            all.addAll(body);
        } else {
            all.add(new Statement.Labelled(leave, body, callLine));
        }
        return all;
    }

    private boolean pass() {
        BasicBlock entry = graph.blocks.getFirst();
        entry.stack = List.of();
        entry.references = references;
        boolean agreed = true;
        merges.grew = false;
        for (BasicBlock block : graph.blocks) {
            if (block.references == null && !agreed) {
                return false; // a conflict of objects makes this path impassable
            }
            if (block.references == null) {
                continue; // no path leads here for the classes of the objects
            }
            block.references = new HashMap<>(block.references);
            block.references.keySet().removeIf(slot -> merges.conflicts(block, slot));
            OperandStack values = new BlockLifter(this, block).lift();
            if (block.exit instanceof BasicBlock.Exit.Return
                    || block.exit instanceof BasicBlock.Exit.Throw) {
                continue;
            }
            kept.keep(values);
            for (BasicBlock successor : block.next()) {
                agreed &= enter(successor, block, values);
            }
        }
        return agreed && !merges.grew;
    }

    /**
     * Returns true if a value is computed from numbers that were on the stack at the end of a
     * block.
     */
    boolean onStack(Expression value) {
        return kept.reads(value);
    }

    /** Restarts lifting with a choice for a slot that may refer to one of several arrays. */
    void choose(OperandStack values, int slot) {
        if (scope.choices.wanted.add(key + slot)) {
            throw new LiftScope.AgainException();
        }
        throw values.refuse("an array variable is not the same on all ways here");
    }

    /**
     * Returns true if there is a choice for the slot. Only slots in such use have one, because a
     * slot may serve several variables.
     */
    private boolean isChosen(int slot, Expression held) {
        return scope.made.of(held) != null || scope.choices.wanted.contains(key + slot);
    }

    private boolean enter(BasicBlock block, BasicBlock from, OperandStack values) {
        Map<Integer, Expression> held = new HashMap<>(values.references);
        List<Expression> stack = new ArrayList<>(values.stack);
        if (!merges.enter(block, held, stack, values)) {
            return false;
        }
        if (block.references == null) {
            block.references = held;
            block.stack = List.copyOf(stack);
            return true;
        }
        boolean agreed = true;
        for (int i = 0; i < stack.size(); i++) {
            if (!block.stack.get(i).equals(stack.get(i))) {
                if (!merges.merge(block, -1 - i, block.stack.get(i), stack.get(i))) {
                    merges.conflict(block, -1 - i);
                }
                agreed = false;
            }
        }
        for (Map.Entry<Integer, Expression> known : new TreeMap<>(block.references).entrySet()) {
            Expression other = held.get(known.getKey());
            if (known.getValue().equals(other)) {
                continue;
            }
            if (isChosen(known.getKey(), known.getValue())
                    && merges.merge(block, known.getKey(), known.getValue(), other)) {
                agreed = false;
            } else if (block.order > from.order) {
                block.references.remove(known.getKey());
            } else {
                merges.conflict(block, known.getKey());
                agreed = false;
            }
        }
        return agreed;
    }
}
