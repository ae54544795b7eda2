package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.file.Files.getPosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Issue 51: the product as a service, without a terminal and without input. */
class ServiceTest {
    private static final String TOKEN_FILE = "ANABRANCH_TOKEN_FILE";
    private static final String STAYS = "anabranch: no input: the page stays";

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private Process started(String command) throws Exception {
        return started(Map.of(), command);
    }

    private Process started(Map<String, String> environment, String command) throws Exception {
        return checkout.start(environment, "bash", "-c", "exec " + command);
    }

    private void await(Process process, String line) throws Exception {
        Browser.await(
                line,
                () -> {
                    assertTrue(process.isAlive(), () -> "it has ended before: " + line);
                    return checkout.err().contains(line);
                });
    }

    private int terminated(Process process) throws Exception {
        process.toHandle().destroy();
        return checkout.end(process).status();
    }

    /** An empty input, none, and one that is open for writing alone, as nohup leaves it. */
    @ParameterizedTest
    @ValueSource(strings = {"< /dev/null", "<&-", "0> /dev/null"})
    void issue51_withoutInputThePageStaysUntilItIsTerminated(String input) throws Exception {
        Process process = started("./anabranch --web 0 " + input);
        await(process, STAYS);
        assertEquals(143, terminated(process), checkout.err());
        assertEquals(2, checkout.err().lines().count(), checkout.err()); // and the address
    }

    /** The assignments of the unit file of docs/service.md, the last of each name. */
    private static Map<String, String> unit() throws Exception {
        String page = Files.readString(Checkout.original("docs/service.md"));
        Matcher file = Pattern.compile("```ini\\R(.*?)```", Pattern.DOTALL).matcher(page);
        assertTrue(file.find(), page);
        Map<String, String> unit = new HashMap<>();
        for (String line : file.group(1).lines().filter(line -> line.contains("=")).toList()) {
            unit.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        return unit;
    }

    private static HttpResponse<String> health(String address) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address + "health")).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void issue51_unitFileOfThePageRunsAndIsHealthyAndEndsBySignal() throws Exception {
        Map<String, String> unit = unit();
        assertEquals("null", unit.get("StandardInput"));
        String command =
                unit.get("ExecStart")
                        .replace("/opt/anabranch", checkout.folder().toString())
                        .replace(" 8642", " 0");
        assertEquals("anabranch", unit.get("RuntimeDirectory"));
        String[] variable = unit.get("Environment").split("=");
        Path page = temporary.resolve(variable[1].replaceFirst("/run/anabranch/", "run "));
        Process process = started(Map.of(TOKEN_FILE, page.toString()), command + " < /dev/null");
        assertEquals(TOKEN_FILE, variable[0]);
        await(process, STAYS);
        String written = Files.readString(page);
        Matcher address = Pattern.compile("(http://\\S+/)#(\\S+)\n").matcher(written);
        assertTrue(address.matches(), written);
        assertEquals("rw-------", PosixFilePermissions.toString(getPosixFilePermissions(page)));
        Browser.await("health", () -> health(address.group(1)).statusCode() == 200);
        String body = health(address.group(1)).body();
        assertTrue(body.contains("\"domains\":"), body);
        assertFalse(body.contains("take work") || body.contains(address.group(2)), body);
        String status = Integer.toString(terminated(process));
        assertTrue(List.of(unit.get("SuccessExitStatus").split(" ")).contains(status), status);
        String log = checkout.err();
        assertTrue(log.startsWith("anabranch: the page is " + address.group(1) + ";"), log);
        assertFalse(log.contains(address.group(2)), log);
        assertFalse(log.chars().anyMatch(c -> c < ' ' && c != '\n'), log);
        assertFalse(log.lines().anyMatch(String::isBlank), log);
    }

    @Test
    void issue51_fileForTheTokenThatOthersMayReadIsRefused() throws Exception {
        Path page = Files.createFile(temporary.resolve("page"));
        Files.setPosixFilePermissions(page, PosixFilePermissions.fromString("rw-r--r--"));
        String command = "./anabranch --web 0 < /dev/null";
        Checkout.Outcome outcome =
                checkout.end(started(Map.of(TOKEN_FILE, page.toString()), command));
        assertEquals(70, outcome.status(), outcome::err);
        String why = " is there and open to others (rw-r--r--)";
        assertTrue(outcome.err().contains(TOKEN_FILE + ": " + page + why), outcome::err);
        assertEquals(1, outcome.err().lines().count(), outcome::err);
    }

    @Test
    void issue51_processWithoutSchedulerIsNotHealthy() throws Exception {
        try (RunningPage page = new RunningPage(checkout, "")) {
            Browser.await("health", () -> health(page.address).statusCode() == 200);
            page.command("felix:stop org.anabranch.scheduler");
            Browser.await("no health", () -> health(page.address).statusCode() == 503);
            String body = health(page.address).body();
            assertTrue(body.startsWith("{\"status\":\"CRITICAL\""), body);
        }
    }

    @Test
    void issue51_scriptBesideThePageRunsLineByLineAndEnds() throws Exception {
        Process process = started("./anabranch --web 0 < <(printf 'run add 1000\\nexit 3\\n')");
        Checkout.Outcome outcome = checkout.end(process);
        assertEquals(3, outcome.status(), outcome::toString);
        assertTrue(outcome.out().startsWith("verified"), outcome::toString);
    }

    @Test
    void issue51_jobBesideThePageDoesNotReadInputAndEnds() throws Exception {
        Checkout.Outcome job =
                checkout.end(started("./anabranch --web 0 run add 1000 < /dev/null"));
        assertEquals(0, job.status(), job::toString);
        assertTrue(job.out().startsWith("verified"), job::toString);
    }

    @Test
    void issue51_withoutPageAnEmptyInputEnds() throws Exception {
        Checkout.Outcome outcome = checkout.end(started("./anabranch < /dev/null"));
        assertEquals(0, outcome.status(), outcome::toString);
        assertEquals("", outcome.out() + outcome.err());
    }
}
