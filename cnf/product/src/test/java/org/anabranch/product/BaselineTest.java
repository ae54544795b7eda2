package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.differ.Baseline;
import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.osgi.Domain;
import aQute.bnd.osgi.EmbeddedResource;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.osgi.Resource;
import aQute.bnd.service.diff.Delta;
import aQute.bnd.service.diff.Diff;
import aQute.bnd.service.diff.Type;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What {@code -Pbaseline} compares with a release is here compared with what was just built: of
 * each package that is exported a method is taken away.
 */
class BaselineTest {
    private static final Path BUNDLES = OutsideMaven.ROOT.resolve("cnf/target/product/bundle");

    private static final Set<String> INHERITED =
            Set.of("equals", "hashCode", "toString", "values", "valueOf");

    private static List<Path> exporting() throws IOException {
        List<Path> exporting = new ArrayList<>();
        try (Stream<Path> files = Files.list(BUNDLES)) {
            for (Path file : files.sorted().toList()) {
                if (file.getFileName().toString().startsWith("org.anabranch.")
                        && !exported(file).isEmpty()) {
                    exporting.add(file);
                }
            }
        }
        return exporting;
    }

    private static Set<String> exported(Path bundle) throws IOException {
        return Domain.domain(bundle.toFile()).getExportPackage().keySet();
    }

    private static Set<Baseline.Info> compared(Jar next, Jar release) throws Exception {
        try (Processor reporter = new Processor()) {
            return new Baseline(reporter, new DiffPluginImpl()).baseline(next, release, null);
        }
    }

    @Test
    void e10_aMethodThatIsTakenAwayFailsByPackageAndName() throws Exception {
        int packages = 0;
        for (Path bundle : exporting()) {
            try (Jar release = new Jar(bundle.toFile());
                    Jar next = new Jar(bundle.toFile())) {
                assertTrue(
                        compared(next, release).stream().noneMatch(one -> one.mismatch),
                        bundle::toString);
                Map<String, String> taken = new TreeMap<>();
                for (String name : exported(bundle)) {
                    taken.put(name, takeAMethod(next, name));
                }
                for (Baseline.Info info : compared(next, release)) {
                    String method = taken.remove(info.packageName);
                    assertTrue(info.mismatch, info.packageName);
                    assertEquals(
                            info.olderVersion.getMajor() + 1,
                            info.suggestedVersion.getMajor(),
                            info.packageName);
                    assertEquals(method, removed(info.packageDiff).orElse(""), info.packageName);
                    packages++;
                }
                assertEquals(Map.of(), taken);
            }
        }
        assertTrue(packages > 10, packages + " packages");
    }

    /** Of the first class of a package that has one: its name. */
    private static String takeAMethod(Jar jar, String packageName) throws Exception {
        for (Map.Entry<String, Resource> entry :
                jar.getDirectory(packageName.replace('.', '/')).entrySet()) {
            if (entry.getKey().endsWith(".class")) {
                ClassModel model = parsed(entry.getValue());
                Optional<MethodModel> method = methodOf(model);
                if (method.isPresent()) {
                    byte[] without =
                            ClassFile.of()
                                    .transformClass(
                                            model,
                                            ClassTransform.dropping(
                                                    element -> element == method.get()));
                    jar.putResource(entry.getKey(), new EmbeddedResource(without, 0));
                    return method.get().methodName().stringValue();
                }
            }
        }
        throw new AssertionError(packageName + " has no method");
    }

    private static ClassModel parsed(Resource file) throws Exception {
        try (InputStream in = file.openInputStream()) {
            return ClassFile.of().parse(in.readAllBytes());
        }
    }

    /** A method of its own, which it does not inherit without it. */
    private static Optional<MethodModel> methodOf(ClassModel model) {
        boolean inherits =
                !model.interfaces().isEmpty()
                        || !model.superclass()
                                .orElseThrow()
                                .asInternalName()
                                .equals("java/lang/Object");
        if (!model.flags().has(AccessFlag.PUBLIC)) {
            return Optional.empty();
        }
        return model.methods().stream()
                .filter(method -> method.flags().has(AccessFlag.PUBLIC))
                .filter(method -> !method.flags().has(AccessFlag.SYNTHETIC))
                .filter(method -> !inherits || method.flags().has(AccessFlag.STATIC))
                .filter(method -> !INHERITED.contains(method.methodName().stringValue()))
                .filter(method -> !method.methodName().stringValue().startsWith("<"))
                .findFirst();
    }

    /** The method that is named as missing. */
    private static Optional<String> removed(Diff diff) {
        if (diff.getType() == Type.METHOD && diff.getDelta() == Delta.REMOVED) {
            return Optional.of(diff.getName().replaceAll("\\(.*", ""));
        }
        return diff.getChildren().stream()
                .map(BaselineTest::removed)
                .flatMap(Optional::stream)
                .findFirst();
    }
}
