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

/** Failures of a single allocation, at every place in the execution of commands. */
@Timeout(300)
class OneAllocationTest {
    private static final List<String> TRIED =
            List.of(
                    "org.anabranch.opencl.command.",
                    "org.anabranch.opencl.kernel.",
                    "org.anabranch.opencl.memory.",
                    "org.anabranch.opencl.transfer.",
                    "org.anabranch.opencl.OpenClDevice");

    @Test
    @DisplayName(
            "A3: no allocation that fails leaves a command of OpenCL without an end, or memory in"
                    + " use")
    void a3_no_allocation_that_fails_loses_a_command() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        ClassLoader faults =
                new AllocationFaults(
                        getClass().getClassLoader(),
                        name -> name.startsWith("org.anabranch.opencl."),
                        name -> TRIED.stream().anyMatch(name::startsWith));
        Constructor<?> program =
                faults.loadClass(OneAllocation.class.getName()).getDeclaredConstructor();
        program.setAccessible(true);
        Object wrong = ((Callable<?>) program.newInstance()).call();
        assertEquals(List.of(), wrong, () -> wrong.toString().replace(", ", "\n"));
    }
}
