import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/**
 * {@code Published FOLDER} checks a repository of Maven as those that are public check what they
 * are given: each artifact has a pom that says what, where, by whom and under which licence, itself
 * or by its parents; beside a jar lie its sources, its Javadoc and a list of what it needs; each
 * file has its checksums; and whatever of ours is named is there. Signatures are the publisher's.
 */
final class Published {
    private static final String OURS = "org.anabranch";
    private static final List<String> BESIDE_A_JAR =
            List.of("-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml");

    private final Map<String, Path> poms = new HashMap<>();
    private final Map<String, Document> parsed = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int files;

    public static void main(String[] words) throws Exception {
        Published published = new Published();
        published.look(Path.of(words[0]));
        published.wrong.forEach(System.err::println);
        System.out.println(
                published.poms.size()
                        + " artifacts, "
                        + published.files
                        + " files with checksums, "
                        + published.wrong.size()
                        + " defects: "
                        + new TreeSet<>(published.poms.keySet()));
        System.exit(published.wrong.isEmpty() && !published.poms.isEmpty() ? 0 : 1);
    }

    private void look(Path folder) throws Exception {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : all) {
            String name = file.getFileName().toString();
            if (!name.matches(".*\\.(md5|sha1|sha256|sha512)")
                    && !name.contains("maven-metadata")) {
                files++;
                checkChecksum(file, "MD5", "md5");
                checkChecksum(file, "SHA-1", "sha1");
            }
            if (name.endsWith(".pom")) {
                Document pom =
                        DocumentBuilderFactory.newInstance()
                                .newDocumentBuilder()
                                .parse(file.toFile());
                String artifact = child(pom.getDocumentElement(), "artifactId");
                poms.put(artifact, file);
                parsed.put(artifact, pom);
            }
        }
        for (Map.Entry<String, Path> pom : poms.entrySet()) {
            checkPom(pom.getKey(), pom.getValue());
        }
    }

    private void checkChecksum(Path file, String algorithm, String suffix) throws Exception {
        Path beside = file.resolveSibling(file.getFileName() + "." + suffix);
        String expected = Files.exists(beside) ? Files.readString(beside).strip() : "none";
        byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
        if (!expected.equals(HexFormat.of().formatHex(digest))) {
            wrong.add(file + ": " + suffix + " is " + expected);
        }
    }

    private void checkPom(String artifact, Path file) throws IOException {
        Element project = parsed.get(artifact).getDocumentElement();
        if (child(project, "name") == null) {
            wrong.add(artifact + " has no name");
        }
        for (String needed : List.of("description", "url", "licenses", "developers", "scm")) {
            if (!says(artifact, needed)) {
                wrong.add(artifact + " has no " + needed);
            }
        }
        NodeList named = project.getElementsByTagName("dependency");
        for (int i = 0; i < named.getLength(); i++) {
            Element dependency = (Element) named.item(i);
            String name = child(dependency, "artifactId");
            if (OURS.equals(child(dependency, "groupId")) && !poms.containsKey(name)) {
                wrong.add(artifact + " needs " + name + ", which is not published");
            }
        }
        if (!"pom".equals(child(project, "packaging"))) {
            checkJar(file);
        }
    }

    /** Itself, or a parent. */
    private boolean says(String artifact, String element) {
        if (!parsed.containsKey(artifact)) {
            wrong.add(artifact + ", a parent, is not published");
            return true;
        }
        Element project = parsed.get(artifact).getDocumentElement();
        Element parent = element(project, "parent");
        return element(project, element) != null
                || (parent != null && says(child(parent, "artifactId"), element));
    }

    private void checkJar(Path pom) throws IOException {
        String base = pom.toString().replaceAll("\\.pom$", "");
        for (String suffix : BESIDE_A_JAR) {
            if (!Files.exists(Path.of(base + suffix))) {
                wrong.add("there is no " + base + suffix);
            }
        }
        try (JarFile jar = new JarFile(base + ".jar")) {
            for (String entry : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
                if (jar.getEntry(entry) == null) {
                    wrong.add(base + ".jar has no " + entry);
                }
            }
        }
    }

    private static Element element(Element parent, String name) {
        for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
            if (parent.getChildNodes().item(i) instanceof Element found
                    && found.getTagName().equals(name)) {
                return found;
            }
        }
        return null;
    }

    private static String child(Element parent, String name) {
        Element found = element(parent, name);
        return found == null ? null : found.getTextContent().strip();
    }
}
