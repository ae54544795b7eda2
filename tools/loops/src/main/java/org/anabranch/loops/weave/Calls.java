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
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytecode transformation of a method with marked loops into one of its versions. In the
 * original method, a check before each loop continues in place or tail-calls the {@linkplain
 * Version#REST continuation} that calls its loops. So no variable is live across a call, and C2
 * keeps all of them in registers while loops run. Before a short loop inside another loop, that
 * continuation calls a second one, which {@linkplain Version#RESUMED runs loops in place} and
 * returns where one is to be called.
 */
final class Calls implements CodeTransform {
    private final ClassModel model;
    private final List<Weaver.Site> sites;
    private final boolean staysBeside;
    private final Version version;
    private final LoopEntries entries;
    private final EntryCode passing;

    /** The code at the end of the method where control leaves this version at a loop. */
    private final Map<MarkedLoop, Label> leaves = new LinkedHashMap<>();

    private int at;
    private Weaver.Site current;
    private Label own;
    private Label end;
    private Label over;
    private int run;

    /** A version of a method with marked loops. */
    enum Version {
        /** The method itself. */
        ORIGINAL,
        /** The continuation that calls its loops. */
        REST,
        /** The continuation that runs its loops in place. */
        RESUMED
    }

    /** The forms of a woven loop. */
    private enum Form {
        /** A check, and the loop. */
        CHOICE,
        /** A call, and the loop. */
        BESIDE,
        /** A call of the range. */
        RANGE,
        /** A call. */
        ALONE
    }

    /**
     * Creates a transformation.
     *
     * @param model the class
     * @param woven the marked loops of the method
     * @param staysBeside true if the program's own loops may stay
     * @param version to be written
     */
    Calls(ClassModel model, Weaver.Woven woven, boolean staysBeside, Version version) {
        this.model = model;
        this.sites = woven.sites();
        this.entries = woven.entries();
        this.passing = new EntryCode(entries);
        this.staysBeside = staysBeside;
        this.version = version;
    }

    private Form form(Weaver.Site site) {
        MarkedLoop loop = site.loop();
        if (!staysBeside || !loop.canStay()) {
            return Form.ALONE;
        }
        if (entries.at(loop) == null) {
            return Form.BESIDE;
        }
        if (version != Version.REST) {
            return Form.CHOICE;
        }
        return site.range() == null ? Form.BESIDE : Form.RANGE;
    }

    private boolean isDropped(Weaver.Site site) {
        return form(site) == Form.ALONE || form(site) == Form.RANGE;
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (version != Version.ORIGINAL) {
            passing.start(code);
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
                        && isDropped(current)
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
        if (version != Version.ORIGINAL && element instanceof LabelTarget target) {
            passing.dispatch(target.label(), code);
        }
    }

    @Override
    public void atEnd(CodeBuilder code) {
        passing.writePaths(code);
        Label called = code.newLabel();
        leaves.forEach(
                (loop, label) -> {
                    code.labelBinding(label);
                    if (loop.line > 0) {
                        code.lineNumber(loop.line); // as stack traces have it
                    }
                    leave(loop, called, code);
                });
        if (version == Version.REST && !leaves.isEmpty()) {
            code.labelBinding(called);
            passing.call(entries.resumedName(), code);
            passing.endUnlessLeft(code);
        }
    }

    private void leave(MarkedLoop loop, Label called, CodeBuilder code) {
        if (version == Version.ORIGINAL) {
            passing.leave(loop, code);
            passing.end(code);
            return;
        }
        passing.save(loop, code);
        if (version == Version.REST) {
            code.goto_w(called);
        } else {
            passing.endLeft(code);
        }
    }

    private void begin(Weaver.Site site, CodeBuilder code) {
        current = site;
        MarkedLoop loop = site.loop();
        LoopCall call = new LoopCall(model, site, loop);
        own = code.newLabel();
        end = code.newLabel();
        over = code.newLabel();
        Form form = form(site);
        boolean isEntry = passing.begin(loop) != null;
        boolean resumes = version == Version.REST && isEntry && entries.at(loop).isRepeated();
        if (form == Form.CHOICE || resumes) {
            leaves.put(loop, code.newLabel());
            String check = version == Version.ORIGINAL ? "goesOn" : "isBrief";
            call.writeChoice(check, resumes, leaves.get(loop), code);
        }
        if (isEntry) {
            code.labelBinding(passing.begin(loop));
        }
        if (form == Form.ALONE) {
            call.write(code);
        } else if (form == Form.RANGE) {
            call.writeRange(code);
        } else if (form == Form.BESIDE && site.range() != null) {
            call.writeRange(code, own, over);
        } else if (form == Form.BESIDE) {
            run = call.write(code, own, over);
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
                        .filter(this::isDropped)
                        .map(Weaver.Site::loop)
                        .anyMatch(
                                loop ->
                                        loop.positionOf(start) >= loop.bodyFrom
                                                && loop.positionOf(start) < loop.to);
    }
}
