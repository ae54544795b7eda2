package org.anabranch.loops.weave;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.util.List;

/**
 * The transformation of a method that puts a call before each of its marked loops. The program's
 * own loop follows, for the calls that are not worth a proof, or is dropped.
 */
final class Calls implements CodeTransform {
    private final ClassModel model;
    private final List<Weaver.Site> sites;
    private final boolean staysBeside;
    private int at;
    private Weaver.Site current;
    private Label own;
    private Label end;
    private Label over;
    private int run;

    Calls(ClassModel model, List<Weaver.Site> sites, boolean staysBeside) {
        this.model = model;
        this.sites = sites;
        this.staysBeside = staysBeside;
    }

    private boolean stays(Weaver.Site site) {
        return staysBeside && site.loop().canStay();
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        int index = at++;
        if (current != null && current.loop().to == index) {
            end(code);
        }
        for (Weaver.Site site : sites) {
            if (site.loop().from == index) {
                begin(site, code);
            }
        }
        boolean dropped =
                current != null
                        && !stays(current)
                        && (element instanceof Instruction || element instanceof LineNumber);
        if (dropped
                || isOfDropped(element)
                || element instanceof RuntimeVisibleTypeAnnotationsAttribute) {
            return;
        }
        if (current != null && element instanceof BranchInstruction branch) {
            code.branch(branch.opcode(), target(branch.target()));
        } else {
            code.with(element);
        }
    }

    private void begin(Weaver.Site site, CodeBuilder code) {
        current = site;
        LoopCall call = new LoopCall(model, site, site.loop());
        if (!stays(site)) {
            call.write(code);
            return;
        }
        own = code.newLabel();
        end = code.newLabel();
        over = code.newLabel();
        if (site.range() == null) {
            run = call.write(code, own, over);
        } else {
            call.writeRange(code, own, over);
        }
        code.labelBinding(own);
    }

    private void end(CodeBuilder code) {
        if (stays(current)) {
            code.labelBinding(end);
            if (current.range() == null) {
                LoopCall.end(run, code);
            }
            code.labelBinding(over);
        }
        current = null;
    }

    /** Returns the target of a jump within the program's own loop. */
    private Label target(Label old) {
        MarkedLoop loop = current.loop();
        if (loop.isBack(old)) {
            return own;
        }
        return loop.isExit(old) ? end : old;
    }

    /** Returns true for a variable's debug information, or a handler, of a dropped iteration. */
    private boolean isOfDropped(CodeElement element) {
        Label start =
                switch (element) {
                    case LocalVariable variable -> variable.startScope();
                    case LocalVariableType variable -> variable.startScope();
                    case ExceptionCatch handler -> handler.tryStart();
                    default -> null;
                };
        return start != null
                && sites.stream()
                        .filter(site -> !stays(site))
                        .map(Weaver.Site::loop)
                        .anyMatch(
                                loop ->
                                        loop.positionOf(start) >= loop.bodyFrom
                                                && loop.positionOf(start) < loop.to);
    }
}
