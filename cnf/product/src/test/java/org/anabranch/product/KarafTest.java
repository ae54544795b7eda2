package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Apache Karaf as it is published, changed and used as {@code docs/karaf.md} says. */
@DisabledOnOs(OS.WINDOWS)
class KarafTest {
    private static final Path PAGE = OutsideMaven.ROOT.resolve("docs/karaf.md");
    private static final String VERSION = "4.4.10";
    private static final String AGENT = "org.anabranch.karaf-" + OutsideMaven.VERSION + ".jar";

    /** The modules whose jars are offered: those of the installed features. */
    private static final List<String> MODULES =
            List.of(
                    "api",
                    "scheduler",
                    "backend-k2h",
                    "tools/shell",
                    "tools/dense",
                    "tools/loops",
                    "tools/stencil",
                    "examples");

    private static final long END_SECONDS = 120;

    @TempDir Path folder;
    private Path karaf;
    private Process process;

    /** {@return the block of the page that begins so, with its lines} */
    private static String block(String beginning) throws IOException {
        Matcher block =
                Pattern.compile("```\\w*\n(" + beginning + ".*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE));
        assertTrue(block.find(), beginning);
        return block.group(1);
    }

    @BeforeEach
    void unpackAndChange() throws Exception {
        Path archive =
                Path.of(
                        System.getProperty("anabranch.repository"),
                        "org/apache/karaf/apache-karaf",
                        VERSION,
                        "apache-karaf-" + VERSION + ".tar.gz");
        run(folder, "tar", "xzf", archive.toString()).assertEnds(0);
        karaf = folder.resolve("apache-karaf-" + VERSION);
        Files.copy(
                OutsideMaven.ROOT.resolve("tools/karaf/target").resolve(AGENT),
                karaf.resolve(AGENT));
        run(karaf, "sh", "-ec", block("echo")).assertEnds(0);
        offerWhatWasBuilt();
        change("etc/users.properties", "(?m)^#(karaf|_g_)", "$1");
        change("etc/org.apache.karaf.shell.cfg", "sshPort = \\d+", "sshPort = " + port());
        change("etc/org.apache.karaf.management.cfg", "rmiRegistryPort = \\d+", registry());
        change("etc/org.apache.karaf.management.cfg", "rmiServerPort = \\d+", server());
    }

    private static String registry() throws IOException {
        return "rmiRegistryPort = " + port();
    }

    private static String server() throws IOException {
        return "rmiServerPort = " + port();
    }

    private static int port() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** A Maven repository as one that publishes this build, and no other, not even a network. */
    private void offerWhatWasBuilt() throws IOException {
        new OutsideMaven(folder).install(MODULES.toArray(String[]::new));
        Path features = folder.resolve("repository/org/anabranch/org.anabranch.cnf");
        Path place = Files.createDirectories(features.resolve(OutsideMaven.VERSION));
        Files.copy(
                OutsideMaven.ROOT.resolve("cnf/target/features.xml"),
                place.resolve("org.anabranch.cnf-" + OutsideMaven.VERSION + "-features.xml"));
        Files.writeString(
                karaf.resolve("etc/org.ops4j.pax.url.mvn.cfg"),
                """
                org.ops4j.pax.url.mvn.defaultRepositories = \\
                  file:${karaf.home}/${karaf.default.repository}@id=system@snapshots, \\
                  file:%s/repository@id=built@snapshots
                org.ops4j.pax.url.mvn.repositories =
                org.ops4j.pax.url.mvn.localRepository = %s/local
                """
                        .formatted(folder, folder));
    }

    private void change(String file, String pattern, String replacement) throws IOException {
        Path path = karaf.resolve(file);
        String before = Files.readString(path);
        String after = before.replaceAll(pattern, replacement);
        assertFalse(before.equals(after), file + " has no " + pattern);
        Files.writeString(path, after);
    }

    private static Program run(Path where, String... words) throws Exception {
        return Program.run(
                where, Map.of("JAVA_HOME", System.getProperty("java.home")), List.of(words));
    }

    private void start() throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("bin/karaf", "server").directory(karaf.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("KARAF_EXEC", "exec"); // the shell becomes the JVM
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("karaf.out").toFile());
        process = builder.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (process == null) {
            return;
        }
        try {
            process.destroy();
            assertTrue(process.waitFor(END_SECONDS, TimeUnit.SECONDS), "it does not end");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the output of a command; tries until the shell accepts connections. */
    private String client(String command) throws Exception {
        return run(karaf, "bin/client", "-r", "60", "-d", "1", command).assertEnds(0).said();
    }

    @Test
    void o1_aPublishedKarafRunsJobsStencilsAndLoops() throws Exception {
        start();
        for (String line : block("feature:").lines().toList()) {
            client(line);
        }
        String states = client("bundle:list -t 0 --no-format | cat");
        List<String> ours = states.lines().filter(line -> line.contains("Anabranch")).toList();
        assertEquals(7, ours.size(), states);
        assertTrue(ours.stream().allMatch(line -> line.contains("Active")), states);
        Path examples = OutsideMaven.ROOT.resolve("examples");
        for (String name : List.of("stencils/heat.xml", "stencils/heat.cl", "loops/Tour.java")) {
            Path file = examples.resolve(name);
            Files.copy(
                    file,
                    karaf.resolve(file.getFileName().toString()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        String job = client("run add 100000");
        assertTrue(job.contains("verified  all 100000 sums are exact"), job);
        String model = client("feature:install anabranch-k2h; run add 100000 --domains host,k2h");
        assertTrue(model.contains("verified  all 100000 sums are exact"), model);
        assertTrue(model.contains("k2h:0 "), model);
        String stencil = client("stencil:compute heat.xml --iterations 2 --verify");
        assertTrue(stencil.contains("verified: the same bits as host alone"), stencil);
        String loop = client("loops:java Tour.java | cat");
        assertTrue(loop.contains("Tour.main (loop in line 6) ran in parallel"), loop);

        client("feature:uninstall anabranch-loops");
        String left = client("anabranch:help | cat");
        assertFalse(left.contains("loops:java"), left);
        assertTrue(left.contains("stencil:compute"), left);
        stop();
        start();
        String again = client("run add 1000");
        assertTrue(again.contains("verified  all 1000 sums are exact"), again);
        assertEquals(List.of(), faults());
    }

    /** {@return the errors in Karaf's log that are about us} */
    private List<String> faults() throws IOException {
        try (var lines = Files.lines(karaf.resolve("data/log/karaf.log"))) {
            return lines.filter(line -> line.contains("| ERROR |") || line.contains("| WARN  |"))
                    .filter(line -> line.contains("anabranch"))
                    .toList();
        }
    }
}
