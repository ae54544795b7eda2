package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder made by {@code cnf/publish} from the sources, and a program that has nothing but it and
 * a copy of Maven Central. By night only, since it builds everything once more.
 */
@EnabledIfSystemProperty(named = "anabranch.nightly", matches = "true")
class PublishedFolderTest {
    private static final Set<String> LEFT_OUT = Set.of("target", ".git");
    private static final String PROGRAM = "org.anabranch.examples.FirstProgram";

    @TempDir Path folder;

    /** Copies what is not built. */
    private Path sources() throws IOException {
        Path copy = folder.resolve("sources");
        try (Stream<Path> files = Files.walk(OutsideMaven.ROOT)) {
            for (Path file : files.filter(PublishedFolderTest::isSource).toList()) {
                Path to = copy.resolve(OutsideMaven.ROOT.relativize(file).toString());
                if (Files.isRegularFile(file)) {
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                    assertTrue(to.toFile().setExecutable(file.toFile().canExecute()));
                }
            }
        }
        return copy;
    }

    private static boolean isSource(Path file) {
        for (Path part : OutsideMaven.ROOT.relativize(file)) {
            if (LEFT_OUT.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }

    private static Program run(Path where, List<String> command) throws Exception {
        return Program.run(where, Map.of("JAVA_HOME", System.getProperty("java.home")), command);
    }

    /**
     * Maven with an empty local repository, the folder, and in place of Central that of the user.
     */
    private Path settings(Path published) throws IOException {
        return Files.writeString(
                folder.resolve("settings.xml"),
                """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors><mirror><id>copy</id><mirrorOf>central</mirrorOf><url>file://%s</url></mirror></mirrors>
                  <profiles><profile><id>ours</id><repositories><repository>
                    <id>published</id><url>file://%s</url><snapshots><enabled>true</enabled></snapshots>
                  </repository></repositories></profile></profiles>
                  <activeProfiles><activeProfile>ours</activeProfile></activeProfiles>
                </settings>
                """
                        .formatted(
                                folder.resolve("empty"),
                                System.getProperty("anabranch.repository"),
                                published));
    }

    private Path program() throws IOException {
        Path project = folder.resolve("program");
        String file = PROGRAM.replace('.', '/') + ".java";
        Path source = project.resolve("src/main/java").resolve(file);
        Files.createDirectories(source.getParent());
        Files.copy(OutsideMaven.ROOT.resolve("examples/src/main/java").resolve(file), source);
        Files.writeString(
                project.resolve("pom.xml"),
                """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.user</groupId><artifactId>waves</artifactId><version>1</version>
                  <properties><maven.compiler.release>25</maven.compiler.release></properties>
                  <dependencyManagement><dependencies><dependency>
                    <groupId>org.anabranch</groupId><artifactId>org.anabranch.bom</artifactId>
                    <version>%s</version><type>pom</type><scope>import</scope>
                  </dependency></dependencies></dependencyManagement>
                  <dependencies>
                    <dependency><groupId>org.anabranch</groupId><artifactId>org.anabranch.launch</artifactId></dependency>
                    <dependency><groupId>org.anabranch</groupId><artifactId>org.anabranch.scheduler</artifactId></dependency>
                  </dependencies>
                </project>
                """
                        .formatted(OutsideMaven.VERSION));
        return project;
    }

    @Test
    void o2_everythingIsPublishedAndAProgramNeedsNothingElse() throws Exception {
        Path published = folder.resolve("published");
        Program publish = run(sources(), List.of("cnf/publish", published.toString()));
        publish.assertEnds(0);
        assertTrue(publish.said().contains("29 artifacts"), publish.said());
        assertTrue(publish.said().contains(" 0 defects"), publish.said());
        String index = Files.readString(published.resolve("osgi/index.xml"));
        assertTrue(index.contains("org.anabranch.scheduler"), index);
        Program first =
                run(
                        program(),
                        List.of(
                                Path.of(System.getProperty("anabranch.maven"), "bin/mvn")
                                        .toString(),
                                "-q",
                                "-B",
                                "-s",
                                settings(published).toString(),
                                "org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile",
                                "org.codehaus.mojo:exec-maven-plugin:3.6.2:java",
                                "-Dexec.mainClass=" + PROGRAM));
        assertTrue(first.assertEnds(0).said().contains("31 squared is 961"), first.said());
    }
}
