package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import aQute.bnd.osgi.Domain;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder made by {@code cnf/publish} from the sources, and outsiders who have nothing but it, an
 * empty local repository, and in place of Maven Central a copy of that of the user. By night only,
 * since it builds everything once more.
 */
@EnabledIfSystemProperty(named = "anabranch.nightly", matches = "true")
class PublishedFolderTest {
    private static final Set<String> LEFT_OUT = Set.of("target", ".git");

    /** Of what the root's pom manages: ours. */
    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>(org\\.anabranch[.\\w]*)</artifactId><version>\\$");

    private static final Pattern RUN_BUNDLE = Pattern.compile("\\s([-\\w.]+);version='\\[");

    /** In the file names of what only tests, measurements and checks need. */
    private static final Pattern OF_TESTS =
            Pattern.compile(
                    "junit-jupiter-(engine|params)|junit-platform-(engine|launcher)|surefire|ecj-|jmh-"
                        + "|jcstress|lincheck|apache-karaf|org\\.eclipse\\.osgi-|spring|osgi\\.test"
                        + "|tester|error_prone_core|checkstyle|google-java-format|webconsole"
                        + "|-sdk-|org\\.anabranch\\.(itest|stress|benchmarks|product)");

    private static final String REPOSITORY =
            "<id>%s</id><url>file://%s</url><releases><checksumPolicy>%s</checksumPolicy></releases>";

    @TempDir static Path shared;

    private static Path sources;
    private static Path published;
    private static Program publish;

    @TempDir Path folder;
    private OutsideMaven outside;

    @BeforeAll
    static void publish() throws Exception {
        sources = shared.resolve("sources");
        published = shared.resolve("published");
        copySources();
        publish =
                Program.run(
                        sources,
                        Map.of("JAVA_HOME", System.getProperty("java.home")),
                        List.of("cnf/publish", published.toString()));
        publish.assertEnds(0);
    }

    private static void copySources() throws IOException {
        try (Stream<Path> files = Files.walk(OutsideMaven.ROOT)) {
            for (Path file : files.filter(PublishedFolderTest::isSource).toList()) {
                Path to = sources.resolve(OutsideMaven.ROOT.relativize(file).toString());
                if (Files.isRegularFile(file)) {
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                    assertTrue(to.toFile().setExecutable(file.toFile().canExecute()));
                }
            }
        }
    }

    private static boolean isSource(Path file) {
        for (Path part : OutsideMaven.ROOT.relativize(file)) {
            if (LEFT_OUT.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }

    @BeforeEach
    void emptyRepository() throws IOException {
        // which has no checksums
        String central =
                REPOSITORY.formatted(
                        "central", System.getProperty("anabranch.repository"), "ignore");
        Path settings =
                Files.writeString(
                        folder.resolve("settings.xml"),
                        """
                        <settings>
                          <localRepository>%s</localRepository>
                          <profiles><profile>
                            <id>ours</id>
                            <repositories>
                              <repository>%s<snapshots><enabled>true</enabled></snapshots></repository>
                              <repository>%s</repository>
                            </repositories>
                            <pluginRepositories><pluginRepository>%s</pluginRepository></pluginRepositories>
                          </profile></profiles>
                          <activeProfiles><activeProfile>ours</activeProfile></activeProfiles>
                        </settings>
                        """
                                .formatted(
                                        folder.resolve("repository"),
                                        REPOSITORY.formatted("published", published, "fail"),
                                        central,
                                        central));
        outside = new OutsideMaven(folder, "-s " + settings);
    }

    @Test
    void o2_everythingIsPublishedWithoutADefect() {
        assertTrue(publish.said().contains("29 artifacts"), publish.said());
        assertTrue(publish.said().contains(" 0 defects"), publish.said());
    }

    @Test
    void theProgramOfTheReadmeNeedsNothingElse() throws Exception {
        FirstResultTest.assertThePageHolds(outside);
    }

    @Test
    void aGeneratedBackendPassesItsTests() throws Exception {
        assertPasses(outside.generateBy("docs/writing-a-backend.md"), 27);
    }

    @Test
    void aGeneratedApplicationPassesItsTests() throws Exception {
        assertPasses(outside.generateBy("docs/writing-an-application.md"), 2);
    }

    private void assertPasses(Path project, int tests) throws Exception {
        Program built = outside.run(project, "verify").assertEnds(0);
        MatchResult sum =
                Pattern.compile("Tests run: (\\d+), Failures: 0, Errors: 0")
                        .matcher(built.said())
                        .results()
                        .toList()
                        .getLast();
        assertTrue(Integer.parseInt(sum.group(1)) >= tests, built.said());
    }

    /** All jars but those of projects to begin with, which are no dependencies. */
    private static Set<String> jars() throws IOException {
        try (Stream<Path> files = Files.walk(published.resolve("org/anabranch"))) {
            return files.map(file -> published.resolve("org/anabranch").relativize(file))
                    .filter(file -> file.toString().endsWith("-sources.jar"))
                    .map(file -> file.getName(0).toString())
                    .filter(name -> !name.startsWith("org.anabranch.archetype."))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void theBillOfMaterialsHasEachPublishedJarAndNoOther() throws Exception {
        Set<String> managed =
                MANAGED.matcher(Files.readString(sources.resolve("pom.xml")))
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(jars(), managed);
        String dependencies =
                managed.stream()
                        .map(
                                name ->
                                        "<dependency><groupId>org.anabranch</groupId><artifactId>%s</artifactId></dependency>\n"
                                                .formatted(name))
                        .collect(Collectors.joining());
        Files.writeString(
                folder.resolve("pom.xml"),
                """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.user</groupId><artifactId>all</artifactId><version>1</version>
                  <dependencyManagement><dependencies><dependency>
                    <groupId>org.anabranch</groupId><artifactId>org.anabranch.bom</artifactId>
                    <version>%s</version><type>pom</type><scope>import</scope>
                  </dependency></dependencies></dependencyManagement>
                  <dependencies>
                %s  </dependencies>
                </project>
                """
                        .formatted(OutsideMaven.VERSION, dependencies));
        outside.run(folder, "-q", "org.apache.maven.plugins:maven-compiler-plugin:3.14.1:compile")
                .assertEnds(0);
        for (String name : managed) {
            String file = name + "/" + OutsideMaven.VERSION + "/" + name;
            Path jar =
                    folder.resolve("repository/org/anabranch/" + file + "-" + OutsideMaven.VERSION);
            assertTrue(Files.exists(Path.of(jar + ".jar")), jar::toString);
        }
    }

    /** With nothing but the index: the framework comes from it, too. */
    @Test
    void bndResolvesARunAgainstTheIndexAndItStarts() throws Exception {
        Path run =
                Files.writeString(
                        folder.resolve("run.bndrun"),
                        """
                        -standalone: file:%s
                        -runfw: org.apache.felix.framework
                        -runee: JavaSE-25
                        -resolve.effective: active
                        -runrequires: \\
                            bnd.identity;id='org.anabranch.scheduler',\\
                            bnd.identity;id='org.anabranch.shell',\\
                            bnd.identity;id='org.anabranch.backend.opencl'
                        """
                                .formatted(published.resolve("osgi/index.xml")));
        Files.writeString(
                folder.resolve("pom.xml"),
                """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.user</groupId><artifactId>run</artifactId><version>1</version><packaging>pom</packaging>
                  <build><plugins><plugin>
                    <groupId>biz.aQute.bnd</groupId><artifactId>bnd-resolver-maven-plugin</artifactId><version>%s</version>
                    <configuration>
                      <bndruns><bndrun>run.bndrun</bndrun></bndruns>
                      <failOnChanges>false</failOnChanges>
                      <useMavenDependencies>false</useMavenDependencies>
                    </configuration>
                  </plugin></plugins></build>
                </project>
                """
                        .formatted(System.getProperty("anabranch.bnd")));
        outside.run(folder, "-q", "biz.aQute.bnd:bnd-resolver-maven-plugin:resolve").assertEnds(0);
        assertStarts(runBundles(Files.readString(run)));
    }

    private static List<String> runBundles(String run) {
        List<String> names =
                RUN_BUNDLE.matcher(run).results().map(match -> match.group(1)).toList();
        assertTrue(names.contains("org.anabranch.backend.opencl"), names::toString);
        assertTrue(names.contains("org.jline"), names::toString);
        return names;
    }

    private void assertStarts(List<String> names) throws Exception {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> bundles = Files.list(published.resolve("osgi/bundle"))) {
            for (Path file : bundles.toList()) {
                files.put(Domain.domain(file.toFile()).getBundleSymbolicName().getKey(), file);
            }
        }
        FrameworkFactory felix =
                ServiceLoader.load(FrameworkFactory.class).stream()
                        .filter(factory -> factory.type().getName().contains("felix"))
                        .findFirst()
                        .orElseThrow()
                        .get();
        Framework framework =
                felix.newFramework(
                        Map.of("org.osgi.framework.storage", folder.resolve("storage").toString()));
        framework.start();
        try {
            List<Bundle> installed = new ArrayList<>();
            for (String name : names) {
                installed.add(
                        framework
                                .getBundleContext()
                                .installBundle(files.get(name).toUri().toString()));
            }
            for (Bundle bundle : installed) {
                if (!bundle.getSymbolicName().contains("jline")) { // which would open a terminal
                    bundle.start();
                }
            }
            var tracker =
                    new ServiceTracker<>(
                            framework.getBundleContext(), "org.anabranch.api.Platform", null);
            tracker.open(true); // the class of that name on the class path is another one
            assertNotNull(tracker.waitForService(60_000));
        } finally {
            framework.stop();
            framework.waitForStop(0);
        }
    }

    @Test
    void theInstallOfTheReadmeFetchesNothingThatOnlyTestsNeed() throws Exception {
        Matcher command =
                Pattern.compile("`(\\./mvnw install [^`]*)`")
                        .matcher(Files.readString(sources.resolve("README.md")));
        assertTrue(command.find());
        Program.run(sources, outside.environment(), List.of(command.group(1).split(" ")))
                .assertEnds(0);
        try (Stream<Path> files = Files.walk(folder.resolve("repository"))) {
            List<String> jars =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.matches(".*\\.(jar|zip|gz)"))
                            .toList();
            assertTrue(jars.contains("org.anabranch.launch-" + OutsideMaven.VERSION + ".jar"));
            assertEquals(
                    List.of(),
                    jars.stream().filter(name -> OF_TESTS.matcher(name).find()).toList());
        }
    }
}
