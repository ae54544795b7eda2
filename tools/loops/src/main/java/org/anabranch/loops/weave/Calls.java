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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The transformation of a method that has marked loops. The program's own method goes on with its
 * loops as long as they are not worth more than running in order, unmeasured; else it calls its
 * {@linkplain RestMethod rest}. There, and where a method has no such rest, a call stands before
 * each loop; the program's own loop follows, for the calls that are not worth a proof, or is
 * dropped.
 */
final class Calls implements CodeTransform {
    private final ClassModel model;
    private final List<Weaver.Site> sites;
    private final boolean staysBeside;
    private final Weaver.Site first;
    private final Map<Weaver.Site, Label> rests = new LinkedHashMap<>();
    private int at;
    private Label entry;
    private Weaver.Site current;
    private Label own;
    private Label end;
    private Label over;
    private int run;

    /** What is left of a loop. */
    private enum Form {
        /** The loop itself, and a choice before it. */
        CHOICE,
        /** A call, and the loop. */
        BESIDE,
        /** A call. */
        ALONE
    }

    /**
     * Creates a transformation.
     *
     * @param first the loop where a rest begins; null for the whole method
     */
    Calls(ClassModel model, List<Weaver.Site> sites, boolean staysBeside, Weaver.Site first) {
        this.model = model;
        this.sites = sites;
        this.staysBeside = staysBeside;
        this.first = first;
    }

    private Form form(Weaver.Site site) {
        if (first == null && site.rest() != null) {
            return Form.CHOICE;
        }
        return staysBeside && site.loop().canStay() ? Form.BESIDE : Form.ALONE;
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (first != null) {
            entry = code.newLabel();
            first.rest().begin(code, entry);
        }
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
                        && form(current) == Form.ALONE
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

    @Override
    public void atEnd(CodeBuilder code) {
        rests.forEach(
                (site, label) -> {
                    code.labelBinding(label);
                    site.rest().call(code, model, site.name());
                });
    }

    private void begin(Weaver.Site site, CodeBuilder code) {
        current = site;
        LoopCall call = new LoopCall(model, site, site.loop());
        if (site.equals(first)) {
            code.labelBinding(entry);
        }
        if (form(site) == Form.ALONE) {
            call.write(code);
            return;
        }
        own = code.newLabel();
        if (form(site) == Form.CHOICE) {
            rests.put(site, code.newLabel());
            call.writeChoice(code, rests.get(site));
        } else {
            end = code.newLabel();
            over = code.newLabel();
            if (site.range() == null) {
                run = call.write(code, own, over);
            } else {
                call.writeRange(code, own, over);
            }
        }
        code.labelBinding(own);
    }

    private void end(CodeBuilder code) {
        if (form(current) == Form.BESIDE) {
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
        return form(current) == Form.BESIDE && loop.isExit(old) ? end : old;
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
                        .filter(site -> form(site) == Form.ALONE)
                        .map(Weaver.Site::loop)
                        .anyMatch(
                                loop ->
                                        loop.positionOf(start) >= loop.bodyFrom
                                                && loop.positionOf(start) < loop.to);
    }
}
