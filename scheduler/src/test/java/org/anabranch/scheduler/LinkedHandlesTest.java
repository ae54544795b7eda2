package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Variable handles of the scheduler's classes, which must be linked before a heap can be full. */
class LinkedHandlesTest {
    private static final String HANDLE = "java/lang/invoke/VarHandle";
    private static final String LINKS = "org/anabranch/scheduler/count/Handles";

    @Test
    @DisplayName("A3: each class that uses handles has linked each way before it needs one")
    void a3_no_handle_is_first_used_in_a_full_heap() throws Exception {
        Path classes =
                Path.of(Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> late = new ArrayList<>();
        Set<String> all = new TreeSet<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
                look(file, late, all);
            }
        }
        assertFalse(all.isEmpty());
        assertEquals(
                List.of(), late, "add it to those that the class's initializer links by Handles");
    }

    private static void look(Path file, List<String> late, Set<String> all) throws IOException {
        ClassModel model = ClassFile.of().parse(file);
        Set<String> used = new TreeSet<>();
        Set<String> linked = new TreeSet<>();
        boolean links = false;
        for (MethodModel method : model.methods()) {
            boolean first = method.methodName().equalsString("<clinit>");
            boolean initial = method.methodName().stringValue().startsWith("lambda$static$");
            Set<String> ways = initial ? linked : used;
            for (InvokeInstruction call : calls(method)) {
                String owner = call.owner().asInternalName();
                if (owner.equals(HANDLE) && call.opcode() == Opcode.INVOKEVIRTUAL) {
                    ways.add(call.name() + "" + call.type());
                }
                links |=
                        first
                                && owner.equals(LINKS)
                                && call.name().stringValue().startsWith("link");
            }
        }
        all.addAll(used);
        used.removeAll(links ? linked : Set.of());
        used.forEach(way -> late.add(model.thisClass().asInternalName() + "." + way));
    }

    private static List<InvokeInstruction> calls(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .filter(InvokeInstruction.class::isInstance)
                .map(InvokeInstruction.class::cast)
                .toList();
    }
}
