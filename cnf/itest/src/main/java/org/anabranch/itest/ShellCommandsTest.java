package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.UnknownDomainException;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The commands as an operator has them: in the framework, over the scheduler. */
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class ShellCommandsTest {
    private static final List<String> COMMANDS =
            List.of("buffers", "domains", "help", "jobs", "run", "streams", "tasks", "top");
    private static final String ODD = "a b$c 'd' \"e\" (f) ; | g";

    @InjectBundleContext BundleContext context;
    @InjectService CommandProcessor processor;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final CountingJob job = new CountingJob();
    private ServiceRegistration<Job> registration;
    private CommandSession session;

    /** Runs a thousand tasks and counts them. */
    private static final class CountingJob implements Job {
        private final List<String> arguments = new ArrayList<>();
        private final List<String> domains = new ArrayList<>();

        @Override
        public String name() {
            return "itest-count";
        }

        @Override
        public String usage() {
            return "itest-count [WORD...]: counts tasks";
        }

        @Override
        public Report run(
                Platform platform, List<Domain> given, List<String> words, PrintWriter progress) {
            if (words.contains("bad")) {
                throw new ProgramException("itest-count does not take 'bad'");
            }
            arguments.addAll(words);
            given.forEach(domain -> domains.add(domain.id()));
            progress.println("counting");
            AtomicInteger count = new AtomicInteger();
            try (Finish finish = platform.finish()) {
                for (int i = 0; i < 1000; i++) {
                    finish.async(count::incrementAndGet);
                }
            }
            return new Report(count.get() == 1000, count + " of 1000 tasks", 0.001, 0, Map.of());
        }
    }

    @BeforeEach
    void open() {
        registration = context.registerService(Job.class, job, null);
        session = processor.createSession(new ByteArrayInputStream(new byte[0]), printed, printed);
    }

    @AfterEach
    void close() {
        session.close();
        registration.unregister();
    }

    private Object run(String command, String... words) throws Exception {
        Function function = (Function) session.get("anabranch:" + command);
        return function.execute(session, new ArrayList<>(List.of(words)));
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyCommandIsThereAndExplained() throws Exception {
        String overview = run("help").toString();
        for (String command : COMMANDS) {
            assertTrue(session.get("anabranch:" + command) instanceof Function, command);
            assertTrue(overview.contains("\n" + command) || overview.startsWith(command), overview);
            assertTrue(run("help", command).toString().startsWith(command), command);
        }
    }

    @Test
    void helpOfTheFrameworkKnowsTheOptions() throws Exception {
        String text = session.execute("felix:help anabranch:run").toString();
        assertTrue(text.contains("--domains"), text);
        assertTrue(text.contains("--json"), text);
    }

    @Test
    void hostIsListedAsATable() throws Exception {
        List<?> domains = (List<?>) session.execute("anabranch:domains host");
        assertEquals(1, domains.size());
        String text = session.format(domains, 0).toString();
        assertTrue(text.startsWith("id"), text);
        assertTrue(text.contains("ACTIVE"), text);
        assertTrue(((List<?>) session.execute("anabranch:tasks")).size() >= 1);
    }

    @Test
    void jobRunsWithWordsAsTheyAre() throws Exception {
        run("run", "itest-count", ODD, "--domains", "host");
        assertEquals(List.of(ODD), job.arguments);
        assertEquals(List.of("host"), job.domains);
        assertTrue(printed().contains("counting"), this::printed);
        assertTrue(printed().contains("1000 of 1000 tasks"), this::printed);
        assertTrue(printed().contains("ran on"), this::printed);
    }

    @Test
    void jsonHasWhereItRan() throws Exception {
        run("run", "--json", "itest-count");
        assertEquals(1, printed().lines().count(), this::printed);
        assertTrue(printed().startsWith("{\"job\":\"itest-count\""), this::printed);
        assertTrue(printed().contains("\"where\":[{\"domain\":\"host\""), this::printed);
    }

    @Test
    void unusableWordsAreTypedErrors() throws Exception {
        assertThrows(ProgramException.class, () -> run("run", "itest-count", "bad"));
        Exception unknown = assertThrows(Exception.class, () -> run("run", "itest-cuont"));
        assertTrue(
                unknown.getMessage().contains("Did you mean 'itest-count'?"), unknown::getMessage);
        Exception domain =
                assertThrows(
                        Exception.class, () -> run("run", "itest-count", "--domains", "nowhere:7"));
        assertInstanceOf(UnknownDomainException.class, domain);
        assertTrue(domain.getMessage().contains("host"), domain::getMessage);
    }

    @Test
    void jobThatIsGoneIsUnknown() throws Exception {
        assertTrue(run("jobs").toString().contains("itest-count"));
        registration.unregister();
        try {
            assertThrows(Exception.class, () -> run("run", "itest-count"));
            assertEquals(List.of(), job.domains);
        } finally {
            registration = context.registerService(Job.class, job, null);
        }
    }

    @Test
    void topEndsByItself() throws Exception {
        run("top", "--count", "2", "--interval", "0.05");
        assertTrue(
                printed().lines().filter(line -> line.startsWith("host")).count() >= 2,
                this::printed);
    }
}
