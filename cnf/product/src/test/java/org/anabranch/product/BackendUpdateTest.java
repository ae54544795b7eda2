package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Issue 51: a backend is updated while a job uses its device beside the host. */
class BackendUpdateTest {
    private static final String BACKEND = "org.anabranch.backend.k2h";
    private static final String DOMAINS = " --domains host,k2h --json &";
    private static final Pattern DEVICE =
            Pattern.compile("\"id\":\"k2h:0\".*?\"generation\":(\\d+).*?\"actions\":(\\d+)");

    @TempDir Path temporary;
    private Checkout checkout;
    private Process process;
    private Writer commands;

    @BeforeEach
    void start() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
        BundleJar.write(
                checkout.plugins(),
                "endless",
                EndlessJob.class,
                EndlessJob.class.getName(),
                "org.osgi.framework");
        process = checkout.start(Map.of(), checkout.script().toString());
        commands = process.outputWriter();
    }

    private void command(String line) throws IOException {
        commands.write(line + "\n");
        commands.flush();
    }

    private String out() throws IOException {
        return Files.readString(checkout.folder().resolve("out.txt"));
    }

    /** Waits until the device of this generation has done work; returns the generation. */
    private void awaitWork(int generation) throws Exception {
        Browser.await(
                "work on k2h:0 of generation " + generation,
                () -> {
                    assertTrue(process.isAlive(), () -> "it has ended");
                    assertTrue(!out().contains("\"job\":"), "the job has ended");
                    command("domains --json");
                    MatchResult last =
                            DEVICE.matcher(out()).results().reduce((a, b) -> b).orElse(null);
                    return last != null
                            && Integer.parseInt(last.group(1)) == generation
                            && !last.group(2).equals("0");
                });
    }

    private void awaitNoDevice() throws Exception {
        Browser.await(
                "the end of k2h:0",
                () -> {
                    command("domains --json");
                    String last = out().substring(out().lastIndexOf("[{"));
                    return last.endsWith("]\n") && !last.contains("k2h:0");
                });
    }

    private String ended() throws Exception {
        Files.createFile(checkout.plugins().resolve("enough"));
        Browser.await("the end of the job", () -> out().contains("\"job\":"));
        command("exit");
        assertEquals(0, checkout.end(process).status(), checkout.err());
        return out().lines().filter(line -> line.startsWith("{\"job\":")).findFirst().orElseThrow();
    }

    private Path backend() throws IOException {
        Path bundles = checkout.folder().resolve("cnf/target/product/bundle");
        try (Stream<Path> jars = Files.list(bundles)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(BACKEND))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Updates it once in a way that depends on the number of the update. */
    private void update(int number) throws Exception {
        Path plugin = checkout.plugins().resolve("k2h.jar");
        switch (number) {
            case 1, 2, 3 -> command("felix:update " + BACKEND);
            case 4 -> {
                command("felix:uninstall " + BACKEND);
                awaitNoDevice();
                Files.copy(backend(), plugin);
            }
            default -> {
                // at once: a file that is copied, and then gets its time, may be two updates
                Path next = checkout.plugins().resolveSibling("k2h.next");
                Files.copy(backend(), next, StandardCopyOption.REPLACE_EXISTING);
                assertTrue(next.toFile().setLastModified(System.currentTimeMillis() + number));
                Files.move(next, plugin, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    @Test
    void issue51_aLoopGoesOnWithEachRevision() throws Exception {
        command("run endless" + DOMAINS);
        for (int generation = 1; generation <= 6; generation++) {
            awaitWork(generation);
            update(generation);
        }
        awaitWork(7);
        String run = ended();
        assertTrue(run.contains("\"status\":\"verified\""), run);
        assertTrue(run.contains("\"domain\":\"k2h:0\",\"generation\":7"), run);
        assertFalse(checkout.err().contains("begins again"), checkout.err());
    }

    @Test
    void issue51_aJobWithAStreamOnTheDeviceBeginsAgain() throws Exception {
        command("run endless streams" + DOMAINS);
        awaitWork(1);
        update(1);
        Browser.await("a note", () -> checkout.err().contains("begins again with host"));
        String run = ended();
        assertTrue(run.contains("\"status\":\"verified\""), run);
    }
}
