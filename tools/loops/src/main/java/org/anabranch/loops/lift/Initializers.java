package org.anabranch.loops.lift;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The static initializers that the first use of a class runs: its own, those of its superclasses,
 * and those of superinterfaces that declare default methods. An initializer that only stores
 * constants, and arrays of constants, in fields of its own class is left out, since no program can
 * observe when it runs.
 */
final class Initializers {
    private static final ClassValue<Boolean> OBSERVABLE =
            new ClassCache<>(Initializers::observable);

    private Initializers() {}

    /**
     * Returns the classes whose observable initializers run at the first use of a class. Classes of
     * the boot loader are taken as initialized.
     *
     * @param type the class that is used
     * @return the class itself, its superclasses and superinterfaces, as far as they count
     */
    static Set<Class<?>> of(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(type, found);
        return found;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getClassLoader() != null && OBSERVABLE.get(at)) {
                found.add(at);
            }
            if (!type.isInterface()) {
                interfaces(at, found);
            }
        }
    }

    private static void interfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> face : type.getInterfaces()) {
            if (face.getClassLoader() != null) {
                if (hasDefaults(face) && OBSERVABLE.get(face)) {
                    found.add(face);
                }
                interfaces(face, found);
            }
        }
    }

    private static boolean hasDefaults(Class<?> face) {
        try {
            for (Method method : face.getDeclaredMethods()) {
                if (method.isDefault()) {
                    return true;
                }
            }
            return false;
        } catch (LinkageError incomplete) {
            return true;
        }
    }

    private static boolean observable(Class<?> type) {
        ClassModel model;
        try {
            model = ClassFiles.of(type);
        } catch (BodyRefusal unreadable) {
            return true;
        }
        return ClassFiles.initializer(model)
                .map(code -> !storesConstants(model, code))
                .orElse(false);
    }

    /** Returns true if the code cannot loop, throw, call a program's code or read what changes. */
    private static boolean storesConstants(ClassModel own, CodeModel code) {
        if (!code.exceptionHandlers().isEmpty()) {
            return false;
        }
        String name = own.thisClass().asInternalName();
        Set<Label> passed = new HashSet<>();
        Instruction before = null;
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                passed.add(target.label());
            } else if (element instanceof Instruction instruction) {
                if (!isConstant(instruction, before, name, passed)) {
                    return false;
                }
                before = instruction;
            }
        }
        return true;
    }

    private static boolean isConstant(
            Instruction instruction, Instruction before, String own, Set<Label> passed) {
        return switch (instruction) {
            case ConstantInstruction constant -> isPlain(constant);
            case OperatorInstruction operator -> !mayThrow(operator);
            case ConvertInstruction convert -> true;
            case StackInstruction stack -> true;
            case LoadInstruction load -> load.typeKind() != TypeKind.REFERENCE;
            case StoreInstruction store -> store.typeKind() != TypeKind.REFERENCE;
            case ReturnInstruction leaving -> true;
            case ArrayStoreInstruction element -> true;
            case NewPrimitiveArrayInstruction array -> isLength(before);
            case NewReferenceArrayInstruction array -> isLength(before);
            case BranchInstruction branch -> !passed.contains(branch.target());
            case FieldInstruction field ->
                    field.owner().asInternalName().equals(own)
                            && (field.opcode() == Opcode.PUTSTATIC
                                    || field.opcode() == Opcode.GETSTATIC
                                            && field.typeSymbol().isPrimitive());
            case InvokeInstruction call ->
                    call.owner().asInternalName().equals("java/lang/Class")
                            && call.name().equalsString("desiredAssertionStatus");
            default -> false;
        };
    }

    /** Returns true unless a program's code may compute the constant. */
    private static boolean isPlain(ConstantInstruction constant) {
        return switch (constant.constantValue()) {
            case Number number -> true;
            case String text -> true;
            case ClassDesc type -> true;
            default -> constant.opcode() == Opcode.ACONST_NULL;
        };
    }

    private static boolean mayThrow(OperatorInstruction operator) {
        return switch (operator.opcode()) {
            case IDIV, IREM, LDIV, LREM, ARRAYLENGTH -> true;
            default -> false;
        };
    }

    private static boolean isLength(Instruction before) {
        return before instanceof ConstantInstruction constant
                && constant.constantValue() instanceof Integer length
                && length >= 0;
    }
}
