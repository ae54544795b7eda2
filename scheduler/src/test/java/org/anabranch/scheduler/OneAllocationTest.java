package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.faulty.AllocationFaults;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Failures of a single allocation, at every place of a program. */
@Timeout(300)
class OneAllocationTest {
    private static final Logger LOG = Logger.getLogger("org.anabranch"); // else it is let go

    @Test
    @DisplayName("A3: no allocation that fails costs an event, a task, a worker or a scope")
    void a3_no_allocation_that_fails_loses_anything() throws Exception {
        LOG.setLevel(Level.OFF);
        ClassLoader faults =
                new AllocationFaults(
                        getClass().getClassLoader(),
                        name -> name.startsWith("org.anabranch.scheduler."),
                        OneAllocationTest::isMain);
        Constructor<?> program =
                faults.loadClass(OneAllocation.class.getName()).getDeclaredConstructor();
        program.setAccessible(true);
        Object wrong = ((Callable<?>) program.newInstance()).call();
        assertEquals(List.of(), wrong, () -> text(wrong));
    }

    private static boolean isMain(String name) {
        URL file = OneAllocationTest.class.getResource("/" + name.replace('.', '/') + ".class");
        return !file.getPath().contains("test-classes");
    }

    private static String text(Object wrong) {
        return wrong.toString().replace(", ", "\n");
    }
}
