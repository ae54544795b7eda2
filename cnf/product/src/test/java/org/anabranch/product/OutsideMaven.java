package org.anabranch.product;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Maven as outsiders have it: away from this build, without a network, against what this build
 * made, which is installed in a repository in front of that of the user.
 *
 * @param folder where projects and the repository are
 */
record OutsideMaven(Path folder) {
    static final Path ROOT = Path.of(System.getProperty("anabranch.checkout"));
    private static final Path HOME = Path.of(System.getProperty("anabranch.maven"), "bin");
    static final String VERSION = System.getProperty("anabranch.version");

    /** As {@code install} does it. */
    OutsideMaven install(String... modules) throws IOException {
        place("org.anabranch", ROOT, "pom");
        for (String module : modules) {
            Path home = ROOT.resolve(module);
            String suffix = "-" + VERSION + ".jar";
            try (Stream<Path> built = Files.list(home.resolve("target"))) {
                String jar =
                        built.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith(suffix))
                                .findFirst()
                                .orElseThrow(() -> new AssertionError(module + " has no jar"));
                place(jar.substring(0, jar.length() - suffix.length()), home, "jar");
            }
        }
        return this;
    }

    /** A module without a jar. */
    OutsideMaven installPom(String artifact, String module) throws IOException {
        place(artifact, ROOT.resolve(module), "pom");
        return this;
    }

    private void place(String artifact, Path module, String type) throws IOException {
        Path place = folder.resolve("repository/org/anabranch/" + artifact + "/" + VERSION);
        Files.createDirectories(place);
        String name = artifact + "-" + VERSION;
        Files.copy(module.resolve("pom.xml"), place.resolve(name + ".pom"));
        if (type.equals("jar")) {
            Files.copy(module.resolve("target/" + name + ".jar"), place.resolve(name + ".jar"));
        }
    }

    /** Makes a project by an archetype. */
    Path generate(String archetype, String artifact, String... properties) throws Exception {
        List<String> words = new ArrayList<>();
        words.add(
                "org.apache.maven.plugins:maven-archetype-plugin:"
                        + System.getProperty("anabranch.archetype")
                        + ":generate");
        words.add("-DarchetypeCatalog=internal");
        words.add("-DarchetypeGroupId=org.anabranch");
        words.add("-DarchetypeArtifactId=" + archetype);
        words.add("-DarchetypeVersion=" + VERSION);
        words.add("-DgroupId=" + artifact.substring(0, artifact.lastIndexOf('.')));
        words.add("-DartifactId=" + artifact);
        words.add("-Dversion=0.1.0");
        words.add("-Dpackage=" + artifact);
        words.addAll(List.of(properties));
        run(folder, words.toArray(String[]::new)).assertEnds(0);
        return folder.resolve(artifact);
    }

    Program run(Path project, String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(HOME.resolve("mvn").toString());
        command.addAll(List.of(words));
        return Program.run(project, environment(), command);
    }

    /** {@return in which {@code mvn} and {@code java} are those of this build} */
    Map<String, String> environment() {
        String repository = folder.resolve("repository").toString();
        String path = HOME + ":" + Path.of(System.getProperty("java.home"), "bin") + ":";
        return Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "PATH",
                path + System.getenv("PATH"),
                "MAVEN_OPTS",
                Program.SHORT_LIVED,
                "MAVEN_ARGS",
                "-o -B -Dmaven.repo.local="
                        + repository
                        + " -Dmaven.repo.local.tail="
                        + System.getProperty("anabranch.repository"));
    }
}
