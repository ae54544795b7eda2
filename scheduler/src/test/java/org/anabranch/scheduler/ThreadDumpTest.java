package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

import org.anabranch.api.Finish;
import org.anabranch.api.Promise;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code jcmd PID Thread.dump_to_file -format=json} shows of a running program. */
@Timeout(60)
class ThreadDumpTest {
    private static final int WAITING = 300;
    private static final Pattern CONTAINER = Pattern.compile("\"container\": \"([^\"]*)\"");
    private static final Pattern NAME = Pattern.compile("\"name\": \"([^\"]*)\"");

    @TempDir private Path folder;

    private static void dumpWhileTasksWait(Path dump) throws Exception {
        try (House house = House.host();
                Finish finish = house.platform.finish()) {
            Promise<Integer> promise = house.platform.promise();
            CountDownLatch began = new CountDownLatch(WAITING);
            for (int i = 0; i < WAITING; i++) {
                finish.async(() -> waits(began, promise));
            }
            began.await();
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
            promise.complete(1);
        }
    }

    @Test
    @DisplayName(
            "issue 44: a thread dump lists workers, and compensation threads in own containers")
    void aDumpListsWorkersAndCompensationThreads() throws Exception {
        Path dump = folder.resolve("threads.json");
        dumpWhileTasksWait(dump);
        Map<String, Integer> spares = new HashMap<>();
        int workers = 0;
        int bodies = 0;
        String container = "";
        for (String line : Files.readAllLines(dump)) {
            Matcher opens = CONTAINER.matcher(line);
            Matcher named = NAME.matcher(line);
            if (opens.find()) {
                container = opens.group(1);
            } else if (named.find() && named.group(1).equals("anabranch-spare")) {
                spares.merge(container, 1, Integer::sum);
            } else if (line.contains("\"anabranch-worker-")) {
                assertEquals("<root>", container);
                workers++;
            } else if (line.contains("ThreadDumpTest.waits(")) {
                bodies++;
            }
        }
        assertTrue(workers >= 3, workers + " workers");
        assertEquals(WAITING, bodies, "the frames of each waiting body are shown");
        assertFalse(spares.containsKey("<root>"), () -> "spares are apart: " + spares);
        assertTrue(
                spares.keySet().stream().anyMatch(one -> one.contains("ThreadPoolExecutor")),
                () -> "on platform threads: " + spares);
        assertTrue(
                spares.keySet().stream().anyMatch(one -> one.contains("ThreadPerTaskExecutor")),
                () -> "on virtual threads: " + spares);
    }

    private static void waits(CountDownLatch began, Promise<Integer> promise) {
        began.countDown();
        promise.get();
    }
}
