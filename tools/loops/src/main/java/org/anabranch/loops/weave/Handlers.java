package org.anabranch.loops.weave;

import org.anabranch.loops.lift.FlowGraph;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The exception handlers for code of an iteration. Each lies within the iteration; or it lies
 * behind the loop and only throws another exception, as compilers do for record patterns.
 */
final class Handlers {
    /** The parts of the iteration with a handler, in the order in which they are searched. */
    final List<ExceptionCatch> catches = new ArrayList<>();

    /** The code of the handlers behind the loop. */
    final Map<Label, List<CodeElement>> behind = new LinkedHashMap<>();

    private final MarkedLoop loop;
    private final List<CodeElement> code;
    private final Reads reads;

    /**
     * Finds the handlers.
     *
     * @param loop the loop
     * @param code of the method
     * @param reads of the method
     * @throws NotWovenException if one belongs to a part of the loop only
     */
    Handlers(MarkedLoop loop, List<CodeElement> code, Reads reads) {
        this.loop = loop;
        this.code = code;
        this.reads = reads;
        reads.catches.forEach(this::add);
    }

    private void add(ExceptionCatch one) {
        int start = loop.positionOf(one.tryStart());
        int end = loop.positionOf(one.tryEnd());
        int handler = loop.positionOf(one.handler());
        boolean catchesHere = handler >= loop.from && handler < loop.to;
        boolean around = start <= loop.from && end >= loop.to;
        boolean apart = end <= loop.from || start >= loop.to;
        if ((around || apart) && !catchesHere) {
            return;
        }
        boolean inside = start >= loop.bodyFrom && end <= loop.bodyTo;
        boolean handled = handler >= loop.bodyFrom && handler < loop.bodyTo;
        if (!inside || !handled && (catchesHere || !isBehind(one.handler(), handler))) {
            throw loop.refuse("it catches exceptions of a part of it");
        }
        catches.add(one);
    }

    /** Declares the handlers in the method of the iteration. */
    void declare(CodeBuilder to, UnaryOperator<Label> labels) {
        for (ExceptionCatch one : catches) {
            Label start = labels.apply(one.tryStart());
            Label end = labels.apply(one.tryEnd());
            to.exceptionCatch(start, end, labels.apply(one.handler()), one.catchType());
        }
    }

    /** Returns true if a handler only throws, to where the loop itself throws. */
    private boolean isBehind(Label label, int at) {
        if (behind.containsKey(label)) {
            return true;
        }
        List<CodeElement> found = new ArrayList<>();
        Set<Integer> stored = new HashSet<>();
        for (int i = at; i < code.size(); i++) {
            CodeElement element = code.get(i);
            if (element instanceof LineNumber || !(element instanceof PseudoInstruction)) {
                found.add(element);
            }
            if (element instanceof StoreInstruction store) {
                stored.add(store.slot());
            }
            if (element instanceof ThrowInstruction) {
                behind.put(label, found);
                return reads.handlers(i).equals(reads.handlers(loop.from));
            }
            if (!FlowGraph.goesOn(element)
                    || !FlowGraph.targets(element).isEmpty()
                    || element instanceof LoadInstruction load && !stored.contains(load.slot())) {
                return false;
            }
        }
        return false;
    }
}
