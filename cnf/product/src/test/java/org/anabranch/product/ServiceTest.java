package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Map;

/** Issue 51: the product as a service, without a terminal and without input. */
class ServiceTest {
    private static final String STAYS = "anabranch: no input: the page stays";

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private Process started(String command) throws Exception {
        return checkout.start(Map.of(), "bash", "-c", "exec " + command);
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
