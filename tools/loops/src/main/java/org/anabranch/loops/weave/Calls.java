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
 * The bytecode transformation of a method with marked loops. In the original method, a check before
 * each loop continues in place or tail-calls the {@linkplain RestMethod continuation}. In the
 * continuation, and in a method without one, each loop is preceded by a call of the runtime; the
 * original loop follows it, for calls that are not worth a proof, or is dropped.
 */
final class Calls implements CodeTransform {
    private final ClassModel model;
    private final List<Weaver.Site> sites;
    private final boolean staysBeside;
    private final RestMethod rest;
    private final Map<Weaver.Site, Label> rests = new LinkedHashMap<>();
    private int at;
    private Map<MarkedLoop, Label> begins = Map.of();
    private Weaver.Site current;
    private Label own;
    private Label end;
    private Label over;
    private int run;

    /** The forms of a woven loop. */
    private enum Form {
        /** A check, and the loop. */
        CHOICE,
        /** A call, and the loop. */
        BESIDE,
        /** A call. */
        ALONE
    }

    /**
     * Creates a transformation.
     *
     * @param rest the continuation to be written; null for the original method
     */
    Calls(ClassModel model, List<Weaver.Site> sites, boolean staysBeside, RestMethod rest) {
        this.model = model;
        this.sites = sites;
        this.staysBeside = staysBeside;
        this.rest = rest;
    }

    private Form form(Weaver.Site site) {
        if (rest == null && site.rest() != null) {
            return Form.CHOICE;
        }
        return staysBeside && site.loop().canStay() ? Form.BESIDE : Form.ALONE;
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (rest != null) {
            begins = rest.begin(code);
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
                    site.rest().call(site.loop(), code, model);
                });
    }

    private void begin(Weaver.Site site, CodeBuilder code) {
        current = site;
        LoopCall call = new LoopCall(model, site, site.loop());
        if (begins.containsKey(site.loop())) {
            code.labelBinding(begins.get(site.loop()));
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
