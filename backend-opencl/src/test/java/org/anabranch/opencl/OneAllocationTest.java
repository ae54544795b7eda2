package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.faulty.AllocationFaults;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What becomes of commands whenever one allocation fails, wherever that is. */
@Timeout(300)
class OneAllocationTest {
    private static final String COMMANDS = "org.anabranch.opencl.command.";

    @Test
    @DisplayName("A3: no allocation that fails leaves a command of OpenCL without an end")
    void a3_no_allocation_that_fails_loses_a_command() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        ClassLoader faults =
                new AllocationFaults(
                        getClass().getClassLoader(),
                        name -> name.startsWith("org.anabranch.opencl."),
                        name -> name.startsWith(COMMANDS));
        Constructor<?> program =
                faults.loadClass(OneAllocation.class.getName()).getDeclaredConstructor();
        program.setAccessible(true);
        Object wrong = ((Callable<?>) program.newInstance()).call();
        assertEquals(List.of(), wrong, () -> wrong.toString().replace(", ", "\n"));
    }
}
