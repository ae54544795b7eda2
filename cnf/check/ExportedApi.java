import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * {@code ExportedApi FOLDER JAR...} writes of each bundle that exports packages what others compile
 * against into {@code FOLDER/<symbolic name>.jar}: its name, and the classes of these packages
 * without code and private members. {@code BaselineTest} compares later bundles with it.
 */
final class ExportedApi {
    private static final ClassFile CLASSES =
            ClassFile.of(
                    ClassFile.DebugElementsOption.DROP_DEBUG,
                    ClassFile.ConstantPoolSharingOption.NEW_POOL);

    private static final List<String> HEADERS =
            List.of(
                    "Bundle-ManifestVersion",
                    "Bundle-SymbolicName",
                    "Bundle-Version",
                    "Export-Package");

    private static final String COMMA_OUTSIDE_QUOTES = ",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";

    private static final ClassTransform WITHOUT_CODE =
            ClassTransform.dropping(ExportedApi::isPrivate)
                    .andThen(
                            ClassTransform.transformingMethods(
                                    MethodTransform.dropping(CodeModel.class::isInstance)));

    private ExportedApi() {}

    public static void main(String[] words) throws IOException {
        Path folder = Files.createDirectories(Path.of(words[0]));
        for (String file : List.of(words).subList(1, words.length)) {
            try (JarFile jar = new JarFile(file)) {
                Attributes headers = jar.getManifest().getMainAttributes();
                if (headers.getValue("Export-Package") != null) {
                    String name = headers.getValue("Bundle-SymbolicName") + ".jar";
                    Files.write(folder.resolve(name), reduced(jar, headers));
                }
            }
        }
    }

    private static byte[] reduced(JarFile jar, Attributes headers) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        for (String header : HEADERS) {
            manifest.getMainAttributes().putValue(header, headers.getValue(header));
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        manifest.write(text);
        Set<String> packages =
                Stream.of(headers.getValue("Export-Package").split(COMMA_OUTSIDE_QUOTES))
                        .map(clause -> clause.replaceAll(";.*", "").replace('.', '/'))
                        .collect(Collectors.toSet());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            put(out, JarFile.MANIFEST_NAME, text.toByteArray());
            for (String entry : jar.stream().map(ZipEntry::getName).sorted().toList()) {
                if (entry.endsWith(".class")
                        && packages.contains(entry.replaceAll("/[^/]*$", ""))) {
                    ClassModel model =
                            CLASSES.parse(jar.getInputStream(jar.getEntry(entry)).readAllBytes());
                    put(out, entry, CLASSES.transformClass(model, WITHOUT_CODE));
                }
            }
        }
        return bytes.toByteArray();
    }

    /** The same bytes each time. */
    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
        out.putNextEntry(entry);
        out.write(bytes);
    }

    private static boolean isPrivate(ClassElement element) {
        return switch (element) {
            case MethodModel method ->
                    method.flags().has(AccessFlag.PRIVATE)
                            || method.methodName().equalsString("<clinit>");
            case FieldModel field -> field.flags().has(AccessFlag.PRIVATE);
            default -> false;
        };
    }
}
