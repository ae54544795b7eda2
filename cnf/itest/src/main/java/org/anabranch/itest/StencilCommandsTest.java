package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.service.ServiceExtension;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The stencil commands as an operator has them, with the kernel that the examples' bundle offers.
 */
@ExtendWith(ServiceExtension.class)
public class StencilCommandsTest {
    private static final String HEAT =
            """
            <stepocl version="1">
              <iterations>9</iterations>
              <argument><name>next</name><property>output</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>66</dim_size><dim_size>66</dim_size></arg_size></argument>
              <argument><name>now</name><property>input</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>66</dim_size><dim_size>66</dim_size></arg_size></argument>
              <argument><name>pitch</name><property>extent</property><dataType>int</dataType><cl_mem>0</cl_mem><dim>0</dim></argument>
              <argument><name>rate</name><property>scalar</property><dataType>float</dataType><cl_mem>0</cl_mem><value>0.2</value></argument>
              <swap><in>now</in><out>next</out></swap>
              <ghost_zone array="now">
                <dim><lower>-1</lower><upper>1</upper></dim><dim><lower>-1</lower><upper>1</upper></dim>
                <point>0 0</point><point>1 0</point><point>-1 0</point><point>0 1</point><point>0 -1</point>
              </ghost_zone>
              <kernel><name>heat.cl</name>
                <global><g_size>64</g_size><g_size>64</g_size></global>
                <local><l_size>8</l_size><l_size>8</l_size></local></kernel>
            </stepocl>
            """;

    @InjectService CommandProcessor processor;
    @TempDir Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private CommandSession session;
    private Path description;

    @BeforeEach
    void open() throws Exception {
        session = processor.createSession(new ByteArrayInputStream(new byte[0]), printed, printed);
        Files.writeString(
                folder.resolve("heat.cl"),
                """
                #pragma OPENCL FP_CONTRACT OFF
                __kernel void heat(__global float *next, __global const float *now, int pitch, float rate)
                {
                    int at = ((int)get_global_id(1) + 1) * pitch + (int)get_global_id(0) + 1;
                    float around = now[at - pitch] + now[at - 1] + now[at + 1] + now[at + pitch];
                    next[at] = now[at] + rate * (around - 4.0f * now[at]);
                }
                """);
        description = Files.writeString(folder.resolve("heat.xml"), HEAT);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private void execute(String command, String... words) throws Exception {
        Function function = (Function) session.get("stencil:" + command);
        function.execute(session, List.of((Object[]) words));
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void planIsPrinted() throws Exception {
        execute("plan", description.toString(), "--devices", "2");
        assertTrue(printed().contains("used 2 of 2 devices"), printed());
    }

    @Test
    void runOverAllDomainsIsVerified() throws Exception {
        Path image = folder.resolve("out.png");
        execute(
                "compute",
                description.toString(),
                "--domains=all",
                "--everywhere",
                "--in=now=pulse",
                "--out=now=" + image,
                "--verify");
        assertTrue(printed().contains("verified: the same bits"), printed());
        assertTrue(Files.size(image) > 0);
    }

    @Test
    void wrongDescriptionIsLocated() throws Exception {
        Files.writeString(description, HEAT.replace("9</iter", "x</iter"));
        Exception thrown =
                assertThrows(Exception.class, () -> execute("plan", description.toString()));
        Throwable cause = thrown;
        while (!(cause instanceof ProgramException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertTrue(cause.getMessage().contains("heat.xml:2:3"), cause.toString());
    }
}
