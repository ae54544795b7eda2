package org.anabranch.loops.lift;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.util.List;

/** The control flow of woven classes. */
public final class WovenFlow {
    private WovenFlow() {}

    /** Returns the names of methods with a loop that has more than one entry. */
    public static List<String> irreducible(Class<?> woven) {
        return ClassFile.of().parse(WovenClasses.of(woven)).methods().stream()
                .filter(method -> method.code().isPresent())
                .filter(method -> isIrreducible(method.code().orElseThrow()))
                .map(MethodModel::methodName)
                .map(Object::toString)
                .toList();
    }

    private static boolean isIrreducible(CodeModel code) {
        try {
            FlowGraph graph = new FlowGraph(code);
            return graph.blocks.isEmpty();
        } catch (BodyRefusal irreducible) {
            return true;
        }
    }
}
