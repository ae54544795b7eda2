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
 * The types that a class may access, and so cast to: those of its package, and public ones. The
 * compiler may have inferred another type for a variable.
 */
final class AccessibleTypes {
    private final String own;
    private final ClassLoader loader;
    private final Map<ClassDesc, Boolean> known = new HashMap<>();

    /**
     * Creates the types of a class.
     *
     * @param model the class
     * @param loader that finds class files
     */
    AccessibleTypes(ClassModel model, ClassLoader loader) {
        this.own = model.thisClass().asSymbol().packageName();
        this.loader = loader;
    }

    /** Returns true if the class may access a type. */
    boolean contain(ClassDesc type) {
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
        boolean isOfPlatform = type.packageName().startsWith("java.");
        ClassLoader from = isOfPlatform ? ClassLoader.getPlatformClassLoader() : loader;
        try (InputStream in = from.getResourceAsStream(file)) {
            return in != null
                    && ClassFile.of().parse(in.readAllBytes()).flags().has(AccessFlag.PUBLIC);
        } catch (IOException | IllegalArgumentException unreadable) {
            return false;
        }
    }
}
