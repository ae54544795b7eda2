package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Maven as outsiders have it: away from this build, without a network.
 *
 * @param folder where projects are
 * @param repositories options that say where artifacts are
 */
record OutsideMaven(Path folder, String repositories) {
    static final Path ROOT = Path.of(System.getProperty("anabranch.checkout"));
    private static final Path HOME = Path.of(System.getProperty("anabranch.maven"), "bin");
    static final String VERSION = System.getProperty("anabranch.version");

    /**
     * Against what this build made, which is installed in a repository in front of that of the
     * user.
     *
     * @param folder where projects and the repository are
     */
    OutsideMaven(Path folder) {
        this(
                folder,
                "-o -Dmaven.repo.local="
                        + folder.resolve("repository")
                        + " -Dmaven.repo.local.tail="
                        + System.getProperty("anabranch.repository"));
    }

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

    /**
     * Makes a project by the command of a page; Maven's plugin is the one that is there without a
     * network.
     */
    Path generateBy(String page) throws Exception {
        Matcher command =
                Pattern.compile("```\n(mvn archetype:generate .*?)\n```", Pattern.DOTALL)
                        .matcher(Files.readString(ROOT.resolve(page)));
        assertTrue(command.find(), page);
        String plugin =
                "org.apache.maven.plugins:maven-archetype-plugin:"
                        + System.getProperty("anabranch.archetype")
                        + ":generate -DarchetypeCatalog=internal";
        String words =
                command.group(1).substring("mvn ".length()).replace("archetype:generate", plugin);
        run(folder, words.split("[\\s\\\\]+")).assertEnds(0);
        Matcher name = Pattern.compile("-DartifactId=(\\S+)").matcher(words);
        assertTrue(name.find(), words);
        return folder.resolve(name.group(1));
    }

    Program run(Path project, String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(HOME.resolve("mvn").toString());
        command.addAll(List.of(words));
        return Program.run(project, environment(), command);
    }

    /** {@return in which {@code mvn} and {@code java} are those of this build} */
    Map<String, String> environment() {
        String path = HOME + ":" + Path.of(System.getProperty("java.home"), "bin") + ":";
        return Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "PATH",
                path + System.getenv("PATH"),
                "MAVEN_OPTS",
                Program.SHORT_LIVED,
                "MAVEN_ARGS",
                "-B " + repositories);
    }
}
