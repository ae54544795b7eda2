package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/** What outsiders get: the jars of the product, and the features for Karaf. */
class PublicationTest {
    private static final Path TARGET =
            Path.of(System.getProperty("anabranch.checkout"), "cnf", "target");
    private static final Path BUNDLES = TARGET.resolve("product/bundle");

    /** Where the product has bundles: always started, with the page, and if a program wishes. */
    private static final List<String> FOLDERS = List.of("bundle", "web", "optional");

    /** A package of a header, with what else its clause says. */
    private static final Pattern CLAUSE =
            Pattern.compile("([\\w.]+)((?:;[\\w.:-]+=(?:\"[^\"]*\"|[^,;\"]*))*)(?:,|$)");

    /**
     * Of Karaf: the framework, the JDK, its shell, its log and its feature {@code scr}; of those
     * who want its figures: a library for metrics.
     */
    private static final List<String> PROVIDED =
            List.of(
                    "java.",
                    "javax.",
                    "com.sun.",
                    "jdk.",
                    "org.osgi.",
                    "org.w3c.",
                    "org.xml.",
                    "org.apache.felix.",
                    "org.slf4j",
                    "io.micrometer.",
                    "io.opentelemetry.");

    private static List<Path> ours() throws IOException {
        try (Stream<Path> files = Files.list(BUNDLES)) {
            return files.filter(file -> file.getFileName().toString().startsWith("org.anabranch."))
                    .toList();
        }
    }

    @Test
    void everyJarSaysWhatItIsAndUnderWhichLicence() throws Exception {
        Set<String> descriptions = new HashSet<>();
        for (Path file : ours()) {
            try (JarFile jar = new JarFile(file.toFile())) {
                assertNotNull(jar.getEntry("META-INF/LICENSE"), file::toString);
                assertNotNull(jar.getEntry("META-INF/NOTICE"), file::toString);
                Attributes headers = jar.getManifest().getMainAttributes();
                String name = headers.getValue("Bundle-SymbolicName");
                assertEquals(name, headers.getValue("Automatic-Module-Name"));
                for (String header : List.of("Bundle-DocURL", "Bundle-SCM", "Bundle-Developers")) {
                    assertFalse(headers.getValue(header).contains("$"), file + " " + header);
                }
                assertTrue(descriptions.add(headers.getValue("Bundle-Description")), name);
            }
        }
        assertTrue(descriptions.size() > 10, descriptions::toString);
    }

    /** Those that are published, by what their poms say. */
    private static Map<String, Element> published() throws Exception {
        Map<String, Element> published = new TreeMap<>();
        try (Stream<Path> files = Files.walk(OutsideMaven.ROOT)) {
            for (Path pom :
                    files.filter(file -> file.endsWith("pom.xml"))
                            .filter(file -> !file.toString().contains("/target/"))
                            .filter(file -> !file.toString().contains("/template/"))
                            .toList()) {
                Element project = parsed(pom);
                boolean stays = project.getElementsByTagName("maven.deploy.skip").getLength() > 0;
                if (!stays) {
                    published.put(OutsideMaven.ROOT.relativize(pom).toString(), project);
                }
            }
        }
        return published;
    }

    private static Element parsed(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
    }

    private static String first(Element parent, String name) {
        for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
            if (parent.getChildNodes().item(i).getNodeName().equals(name)) {
                return parent.getChildNodes().item(i).getTextContent();
            }
        }
        return "";
    }

    /** What a public repository demands; cnf/publish looks at the whole, with the archives. */
    @Test
    void everyPomSaysWhatAPublicRepositoryDemands() throws Exception {
        Map<String, Element> published = published();
        Element root = published.get("pom.xml");
        for (String demanded : List.of("description", "url", "licenses", "developers", "scm")) {
            assertFalse(first(root, demanded).isBlank(), demanded);
        }
        Set<String> names = new HashSet<>();
        for (Map.Entry<String, Element> pom : published.entrySet()) {
            assertTrue(names.add(first(pom.getValue(), "name")), pom.getKey());
        }
        assertFalse(names.contains(""));
        assertEquals(29, names.size(), names::toString);
    }

    private static Set<String> packages(Path jar, String header, boolean mandatory)
            throws IOException {
        Set<String> packages = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            String value = file.getManifest().getMainAttributes().getValue(header);
            Matcher clause = CLAUSE.matcher(value == null ? "" : value);
            while (clause.find()) {
                if (!mandatory || !clause.group(2).contains("resolution:=optional")) {
                    packages.add(clause.group(1));
                }
            }
        }
        return packages;
    }

    /** Each feature has all that its bundles need: what they import, somebody in it exports. */
    @Test
    void everyFeatureOfKarafIsComplete() throws Exception {
        Document features =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(TARGET.resolve("features.xml").toFile());
        NodeList all = features.getDocumentElement().getElementsByTagName("feature");
        int complete = 0;
        for (int i = 0; i < all.getLength(); i++) {
            Element feature = (Element) all.item(i);
            if (feature.hasAttribute("name")) {
                List<Path> jars = jars(feature, all);
                Set<String> exported = new TreeSet<>();
                Set<String> missing = new TreeSet<>();
                for (Path jar : jars) {
                    exported.addAll(packages(jar, "Export-Package", false));
                    missing.addAll(packages(jar, "Import-Package", true));
                }
                missing.removeAll(exported);
                missing.removeIf(name -> PROVIDED.stream().anyMatch(name::startsWith));
                assertEquals(Set.of(), missing, feature.getAttribute("name"));
                complete++;
            }
        }
        assertEquals(18, complete);
    }

    /** The bundles of a feature and of those that it names. */
    private static List<Path> jars(Element feature, NodeList all) {
        List<Path> jars = new ArrayList<>();
        NodeList children = feature.getElementsByTagName("*");
        for (int i = 0; i < children.getLength(); i++) {
            String text = children.item(i).getTextContent();
            if (children.item(i).getNodeName().equals("bundle")) {
                String[] parts = text.substring("mvn:".length()).split("/");
                String name = parts[1] + "-" + parts[2] + ".jar";
                jars.add(
                        FOLDERS.stream()
                                .map(folder -> TARGET.resolve("product/" + folder + "/" + name))
                                .filter(Files::exists)
                                .findFirst()
                                .orElseThrow(() -> new AssertionError(name)));
            } else if (children.item(i).getNodeName().equals("feature") && !text.equals("scr")) {
                jars.addAll(jars(named(text, all), all));
            }
        }
        return jars;
    }

    private static Element named(String name, NodeList all) {
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i) instanceof Element found && found.getAttribute("name").equals(name)) {
                return found;
            }
        }
        throw new AssertionError("no feature " + name);
    }
}
