package org.anabranch.loops.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;

/**
 * The types to which a class can cast: those of its package, and public ones. A variable may have
 * another type, which its compiler has inferred.
 */
final class CastTypes {
    private final String own;
    private final ClassLoader loader;
    private final Map<ClassDesc, Boolean> known = new HashMap<>();

    /**
     * Creates the types of a class.
     *
     * @param model the class
     * @param loader that finds class files
     */
    CastTypes(ClassModel model, ClassLoader loader) {
        this.own = model.thisClass().asSymbol().packageName();
        this.loader = loader;
    }

    /** Returns true if the class can cast to a type. */
    boolean isOne(ClassDesc type) {
        ClassDesc base = type;
        while (base.isArray()) {
            base = base.componentType();
        }
        return base.isPrimitive()
                || base.packageName().equals(own)
                || known.computeIfAbsent(base, this::isPublic);
    }

    private boolean isPublic(ClassDesc type) {
        String name = type.descriptorString();
        String file = name.substring(1, name.length() - 1) + ".class";
        try (InputStream in = loader.getResourceAsStream(file)) {
            return in != null
                    && ClassFile.of().parse(in.readAllBytes()).flags().has(AccessFlag.PUBLIC);
        } catch (IOException | IllegalArgumentException unreadable) {
            return false;
        }
    }
}
