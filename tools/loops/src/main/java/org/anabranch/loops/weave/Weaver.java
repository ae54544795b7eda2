package org.anabranch.loops.weave;

import org.anabranch.loops.Parallel;
import org.anabranch.loops.lift.WovenClasses;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeAnnotation;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The weaver: replaces the marked loops of one class by calls. */
final class Weaver {
    private static final String MARK = Parallel.class.descriptorString();

    /** The reasons why marked loops are not woven: class, method, line and obstacle. */
    final List<String> refusals = new ArrayList<>();

    private final ClassModel model;
    private final ClassLoader loader;
    private final AccessibleTypes types;
    private int made;

    /** True if the program's own loops stay beside the calls. */
    private boolean staysBeside;

    /**
     * A marked loop to be woven.
     *
     * @param loop the loop
     * @param body one iteration
     * @param range a range of iterations, or null
     * @param name of the method with one iteration
     * @param reassociates true if the order of rounding is free
     */
    record Site(
            MarkedLoop loop,
            BodyMethod body,
            RangeMethod range,
            String name,
            boolean reassociates) {
        String rangeName() {
            return WovenClasses.rangeOf(name);
        }
    }

    /**
     * The marked loops of a method.
     *
     * @param sites the loops
     * @param entries into the method at them
     */
    record Woven(List<Site> sites, LoopEntries entries) {}

    private record Mark(TypeAnnotation.LocalVarTargetInfo variable, boolean reassociates) {}

    private Weaver(ClassModel model, ClassLoader loader) {
        this.model = model;
        this.loader = loader;
        this.types = new AccessibleTypes(model, loader);
        this.staysBeside = model.majorVersion() >= ClassFile.JAVA_11_VERSION;
    }

    /** Returns a weaver for a class, or null if nothing in it is marked. */
    static Weaver of(byte[] classFile, ClassLoader loader) {
        return ParallelMark.isIn(classFile)
                ? new Weaver(ClassFile.of().parse(classFile), loader)
                : null;
    }

    /** Returns the woven class, or null if it is unchanged. */
    byte[] weave() {
        try {
            return woven();
        } catch (IllegalArgumentException tooLarge) {
            staysBeside = false; // the program's own loops make a method longer
            refusals.clear();
            made = 0;
            return woven();
        }
    }

    private byte[] woven() {
        Map<MethodModel, Woven> methods = new HashMap<>();
        for (MethodModel method : model.methods()) {
            method.code().ifPresent(code -> methods.put(method, loops(method, code)));
        }
        if (methods.values().stream().map(Woven::sites).allMatch(List::isEmpty)) {
            return null;
        }
        ClassHierarchyResolver classes =
                ClassHierarchyResolver.ofResourceParsing(loader)
                        .orElse(ClassHierarchyResolver.defaultResolver());
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(classes))
                .build(
                        model.thisClass(),
                        ConstantPoolBuilder.of(model),
                        type -> {
                            for (ClassElement element : model) {
                                write(element, methods.get(element), type);
                            }
                        });
    }

    private void write(ClassElement element, Woven woven, ClassBuilder type) {
        if (woven == null || woven.sites.isEmpty()) {
            type.with(element);
            return;
        }
        MethodModel method = (MethodModel) element;
        CodeTransform calls = new Calls(model, woven, staysBeside, Calls.Version.ORIGINAL);
        type.transformMethod(method, MethodTransform.transformingCode(calls));
        EntryCode passing = new EntryCode(woven.entries);
        for (MarkedLoop loop : woven.entries.loops()) {
            MethodTypeDesc saver = passing.saverType(loop);
            write(woven.entries.saverName(loop), saver, c -> passing.writeSaver(loop, c), type);
        }
        if (!woven.entries.isEmpty()) {
            write(woven.entries.restName(), method, woven, Calls.Version.REST, type);
        }
        if (woven.entries.areRepeated()) {
            write(woven.entries.resumedName(), method, woven, Calls.Version.RESUMED, type);
        }
        for (Site site : woven.sites) {
            write(site.name, site.body.type(), site.body::write, type);
            if (site.range != null) {
                write(site.rangeName(), site.range.type(), site.range::write, type);
            }
        }
    }

    private void write(
            String name,
            MethodModel method,
            Woven woven,
            Calls.Version version,
            ClassBuilder type) {
        CodeTransform calls = new Calls(model, woven, staysBeside, version);
        type.withMethod(
                name,
                woven.entries.type(),
                woven.entries.flags(),
                made -> made.transformCode(method.code().orElseThrow(), calls));
    }

    private static void write(
            String name, MethodTypeDesc method, Consumer<CodeBuilder> code, ClassBuilder type) {
        int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
        type.withMethodBody(name, method, flags, code);
    }

    private Woven loops(MethodModel method, CodeModel model) {
        List<CodeElement> code = model.elementList();
        Map<Label, Integer> labels = new HashMap<>();
        List<LocalVariable> variables = new ArrayList<>();
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i) instanceof LabelTarget label) {
                labels.put(label.label(), i);
            } else if (code.get(i) instanceof LocalVariable variable) {
                variables.add(variable);
            }
        }
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        ClassDesc self = isStatic ? null : this.model.thisClass().asSymbol();
        List<Site> found = new ArrayList<>();
        List<NotWovenException> refused = new ArrayList<>();
        for (Mark mark : marks(model)) {
            try {
                int start = labels.get(mark.variable.startLabel());
                MarkedLoop loop = MarkedLoop.find(code, labels, start, mark.variable.index());
                String kind = "$parallel$" + loop.line + "$";
                String name = "lambda$" + name(method) + kind + made++;
                BodyMethod body = new BodyMethod(loop, variables, self);
                RangeMethod range =
                        staysBeside ? RangeMethod.of(loop, variables, body.outer) : null;
                found.add(new Site(loop, body, range, name, mark.reassociates));
            } catch (NotWovenException refusal) {
                refused.add(refusal);
            }
        }
        // variables declared beside that of a loop carry its mark, too
        refused.removeIf(one -> found.stream().anyMatch(site -> site.loop.line == one.line()));
        refused.forEach(one -> refuse(method, one));
        List<Site> sites = outermost(found);
        LoopEntries entries = new LoopEntries(this.model, types, method, model);
        sites.stream()
                .filter(site -> staysBeside && site.loop.canStay())
                .forEach(site -> entries.add(site.loop, site.name));
        return new Woven(sites, entries);
    }

    /** Returns the name of a method as part of another: as javac does for lambdas. */
    private static String name(MethodModel method) {
        return switch (method.methodName().stringValue()) {
            case "<init>" -> "new";
            case "<clinit>" -> "static";
            default -> method.methodName().stringValue();
        };
    }

    private static List<Site> outermost(List<Site> sites) {
        return sites.stream()
                .filter(
                        site ->
                                sites.stream()
                                        .noneMatch(
                                                other ->
                                                        other.loop.from < site.loop.from
                                                                && site.loop.to <= other.loop.to))
                .toList();
    }

    private void refuse(MethodModel method, NotWovenException refusal) {
        String name = model.thisClass().asInternalName().replace('/', '.');
        String line = refusal.line() > 0 ? ", line " + refusal.line() : "";
        refusals.add(name + "." + method.methodName() + line + ": " + refusal.getMessage());
    }

    private static List<Mark> marks(CodeModel code) {
        List<Mark> marks = new ArrayList<>();
        ((CodeAttribute) code)
                .findAttribute(Attributes.runtimeVisibleTypeAnnotations())
                .map(RuntimeVisibleTypeAnnotationsAttribute::annotations)
                .orElse(List.of())
                .forEach(
                        annotation -> {
                            boolean ours = annotation.annotation().className().equalsString(MARK);
                            if (ours
                                    && annotation.targetInfo()
                                            instanceof TypeAnnotation.LocalVarTarget target) {
                                boolean reassociates = reassociates(annotation.annotation());
                                target.table().forEach(v -> marks.add(new Mark(v, reassociates)));
                            }
                        });
        return marks;
    }

    private static boolean reassociates(Annotation mark) {
        return mark.elements().stream()
                .anyMatch(
                        one ->
                                one.name().equalsString("reassociate")
                                        && one.value() instanceof AnnotationValue.OfBoolean given
                                        && given.booleanValue());
    }
}
