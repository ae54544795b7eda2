package org.anabranch.loops.lift;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.LineNumber;
import java.lang.reflect.Field;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** A cache of the class files of loaded classes, each kept as long as its class. */
final class ClassFiles {
    private static final ClassValue<Optional<ClassModel>> MODELS =
            new ClassCache<>(ClassFiles::read);

    /** The woven classes, which contain the bodies of loops, whereas the original has the loops. */
    private static final ClassValue<Optional<ClassModel>> WOVEN =
            new ClassCache<>(
                    type -> Optional.ofNullable(WovenClasses.of(type)).map(ClassFile.of()::parse));

    private ClassFiles() {}

    /** A method with the class that declares it. */
    record Found(Class<?> owner, MethodModel method) {
        /** Returns true if it belongs to the Java platform. */
        boolean isPlatforms() {
            return owner.getClassLoader() == null;
        }

        /** Returns its class and name, for people; of a lambda or marked loop, where it stands. */
        String shown() {
            return owner.getName() + "." + shown(method.methodName().stringValue());
        }

        private String shown(String name) {
            if (!name.startsWith("lambda$")) {
                return name;
            }
            String loop = WovenClasses.loop(name);
            String where = firstLine() > 0 ? " in line " + firstLine() : "";
            String outer = name.substring("lambda$".length());
            outer = outer.replaceFirst("(\\$[0-9a-f]+)?\\$\\d+$", "");
            return loop != null ? loop : outer + " (lambda" + where + ")";
        }

        /** Returns the line that distinguishes two loops of one method. */
        int firstLine() {
            return method.code().stream()
                    .flatMap(CodeModel::elementStream)
                    .filter(LineNumber.class::isInstance)
                    .mapToInt(element -> ((LineNumber) element).line())
                    .findFirst()
                    .orElse(0);
        }
    }

    private static Optional<ClassModel> read(Class<?> type) {
        String name = type.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        if (type.isHidden()) {
            return Optional.empty();
        }
        try (InputStream in = type.getResourceAsStream(file)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the class as it was defined, with the bodies of marked loops. */
    static ClassModel woven(Class<?> type) {
        return WOVEN.get(type).orElseGet(() -> of(type));
    }

    static ClassModel of(Class<?> type) {
        return MODELS.get(type)
                .or(() -> WOVEN.get(type))
                .orElseThrow(
                        () -> new BodyRefusal("there is no class file of " + type.getName(), 0));
    }

    static String sourceFile(Class<?> type) {
        return of(type).findAttribute(Attributes.sourceFile())
                .map(SourceFileAttribute::sourceFile)
                .map(Object::toString)
                .orElse("");
    }

    /**
     * Returns the method that a call selects: of the class, its nearest superclass, or a default
     * method.
     */
    static Found find(Class<?> type, String name, String descriptor) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            Optional<MethodModel> found = declared(at, name, descriptor);
            if (found.isPresent()) {
                return new Found(at, found.get());
            }
        }
        Set<Class<?>> faces = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            interfaces(at, faces);
        }
        faces.removeIf(face -> declared(face, name, descriptor).isEmpty());
        Set<Class<?>> all = Set.copyOf(faces);
        faces.removeIf(
                face -> all.stream().anyMatch(one -> one != face && face.isAssignableFrom(one)));
        if (faces.size() != 1) {
            throw new BodyRefusal("there is no code of " + type.getName() + "." + name, 0);
        }
        Class<?> face = faces.iterator().next();
        return new Found(face, declared(face, name, descriptor).orElseThrow());
    }

    private static void interfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> face : type.getInterfaces()) {
            found.add(face);
            interfaces(face, found);
        }
    }

    /** Returns the method that a class itself declares, or empty. */
    static Optional<MethodModel> declared(Class<?> type, String name, String descriptor) {
        return method(of(type), name, descriptor).or(() -> method(woven(type), name, descriptor));
    }

    private static Optional<MethodModel> method(ClassModel type, String name, String descriptor) {
        return type.methods().stream()
                .filter(method -> method.methodName().equalsString(name))
                .filter(method -> method.methodType().equalsString(descriptor))
                .findFirst();
    }

    /** Returns the code of a class's initializer, empty if it has none. */
    static Optional<CodeModel> initializer(ClassModel type) {
        return method(type, "<clinit>", "()V").flatMap(MethodModel::code);
    }

    static Class<?> load(Class<?> from, String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, from.getClassLoader());
        } catch (ClassNotFoundException | LinkageError absent) {
            throw new BodyRefusal("class " + internalName.replace('/', '.') + " is not there", 0);
        }
    }

    static Field field(Class<?> from, String name) {
        for (Class<?> at = from; at != null; at = at.getSuperclass()) {
            try {
                return at.getDeclaredField(name);
            } catch (NoSuchFieldException above) {
                continue;
            } catch (LinkageError incomplete) {
                break;
            }
        }
        for (Class<?> face : from.getInterfaces()) {
            try {
                return face.getField(name);
            } catch (NoSuchFieldException other) {
                continue;
            }
        }
        throw new BodyRefusal("there is no field " + from.getName() + "." + name, 0);
    }
}
