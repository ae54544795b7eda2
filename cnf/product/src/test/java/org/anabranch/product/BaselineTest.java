package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import aQute.bnd.differ.Baseline;
import aQute.bnd.differ.DiffPluginImpl;
import aQute.bnd.osgi.Domain;
import aQute.bnd.osgi.EmbeddedResource;
import aQute.bnd.osgi.Jar;
import aQute.bnd.osgi.Processor;
import aQute.bnd.osgi.Resource;
import aQute.bnd.service.diff.Delta;
import aQute.bnd.service.diff.Diff;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
 * Exported packages against those of the last release, of which {@code cnf/baseline} has what
 * others compile against: a package from which a method is gone needs another major version, one
 * that has a further method at least another minor version.
 */
class BaselineTest {
    private static final Path BUNDLES = OutsideMaven.ROOT.resolve("cnf/target/product/bundle");

    private static final Set<String> INHERITED =
            Set.of("equals", "hashCode", "toString", "values", "valueOf");

    private static final Path RELEASE = OutsideMaven.ROOT.resolve("cnf/baseline");

    @TempDir Path reduced;

    private static List<Path> exporting() throws IOException {
        List<Path> exporting = new ArrayList<>();
        exporting.add(OutsideMaven.ROOT.resolve("tools/faulty/target/" + file("faulty")));
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

    private static String file(String bundle) {
        return "org.anabranch." + bundle + "-" + OutsideMaven.VERSION + ".jar";
    }

    private static Set<String> exported(Path bundle) throws IOException {
        return Domain.domain(bundle.toFile()).getExportPackage().keySet();
    }

    private static String symbolicName(Path bundle) throws IOException {
        return Domain.domain(bundle.toFile()).getBundleSymbolicName().getKey();
    }

    private static Set<Baseline.Info> compared(Jar next, Jar release) throws Exception {
        try (Processor reporter = new Processor()) {
            return new Baseline(reporter, new DiffPluginImpl()).baseline(next, release, null);
        }
    }

    private static Set<Baseline.Info> compared(Path next, Path release) throws Exception {
        try (Jar newer = new Jar(next.toFile());
                Jar older = new Jar(release.toFile())) {
            return compared(newer, older);
        }
    }

    /** To mend it, raise {@code @Version} in the {@code package-info} of the package. */
    @Test
    void everyPackageKeepsWhatItsVersionPromisesSinceTheRelease() throws Exception {
        assumeTrue(Files.isDirectory(RELEASE), "nothing was released yet");
        Map<String, Path> built = new TreeMap<>();
        for (Path bundle : exporting()) {
            built.put(symbolicName(bundle) + ".jar", bundle);
        }
        List<String> broken = new ArrayList<>();
        try (Stream<Path> released = Files.list(RELEASE)) {
            for (Path release : released.sorted().toList()) {
                Path next = built.get(release.getFileName().toString());
                assertNotNull(next, release + " is exported no longer");
                for (Baseline.Info info : compared(next, release)) {
                    if (info.mismatch) {
                        broken.add(complaint(info));
                    }
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    private static String complaint(Baseline.Info info) {
        StringBuilder changes = new StringBuilder();
        addChanges(info.packageDiff, changes);
        return "\nBaseline mismatch for package %s, %s change. Current is %s, released is %s, suggest %s%s\n"
                .formatted(
                        info.packageName,
                        info.packageDiff.getDelta(),
                        info.newerVersion,
                        info.olderVersion,
                        info.suggestedVersion,
                        changes);
    }

    private static void addChanges(Diff diff, StringBuilder changes) {
        for (Diff child : diff.getChildren()) {
            boolean leaf = child.getDelta() == Delta.ADDED || child.getDelta() == Delta.REMOVED;
            if (leaf) {
                changes.append("\n  ")
                        .append(child.getDelta())
                        .append(" in ")
                        .append(diff.getName())
                        .append(": ")
                        .append(child.getName());
            } else if (child.getDelta() != Delta.UNCHANGED) {
                addChanges(child, changes);
            }
        }
    }

    /** As a release makes it: {@code cnf/release}. */
    private Path reduced(Path bundle) throws Exception {
        Path reducer = OutsideMaven.ROOT.resolve("cnf/check/ExportedApi.java");
        Path file = reduced.resolve(symbolicName(bundle) + ".jar");
        if (!Files.exists(file)) {
            List<String> words = new ArrayList<>(List.of(reducer.toString(), reduced.toString()));
            exporting().stream().map(Path::toString).forEach(words::add);
            Program.java(reduced, words.toArray(String[]::new)).assertEnds(0);
        }
        return file;
    }

    @Test
    void e10_aMethodThatIsTakenAwayOrAddedFailsByPackageAndName() throws Exception {
        int packages = 0;
        long bytes = 0;
        for (Path bundle : exporting()) {
            Path kept = reduced(bundle);
            bytes += Files.size(kept);
            for (Baseline.Info info : compared(bundle, kept)) {
                assertFalse(info.mismatch, () -> complaint(info));
            }
            try (Jar release = new Jar(kept.toFile());
                    Jar next = new Jar(bundle.toFile())) {
                Map<String, String> taken = new TreeMap<>();
                for (String name : exported(bundle)) {
                    taken.put(name, takeAMethod(next, name));
                }
                for (Baseline.Info info : compared(release, next)) {
                    assertTrue(info.mismatch, info.packageName);
                    assertTrue(
                            complaint(info).contains(": " + taken.get(info.packageName) + "("),
                            () -> complaint(info));
                }
                for (Baseline.Info info : compared(next, release)) {
                    String method = taken.remove(info.packageName);
                    assertTrue(info.mismatch, info.packageName);
                    assertEquals(
                            info.olderVersion.getMajor() + 1,
                            info.suggestedVersion.getMajor(),
                            info.packageName);
                    assertTrue(complaint(info).contains("REMOVED in "), () -> complaint(info));
                    assertTrue(
                            complaint(info).contains(": " + method + "("), () -> complaint(info));
                    packages++;
                }
                assertEquals(Map.of(), taken);
            }
        }
        assertTrue(packages > 10, packages + " packages");
        assertTrue(bytes < 400_000, bytes + " bytes");
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
}
