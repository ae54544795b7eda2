package org.anabranch.stencil.description;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The full form of the requirements, 1.2, and ways to read a variant of it. */
final class WorkedDescription {
    static final String KERNEL =
            """
            // __kernel void commented(__global float *a)
            __kernel void jacobi(__global float *A, __global const float *B, int pitch) {}
            """;

    static final String XML =
            """
            <stepocl version="1">
              <iterations>50</iterations>
              <argument><name>A</name><property>output</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>4116</dim_size><dim_size>1026</dim_size></arg_size></argument>
              <argument><name>B</name><property>input</property><dataType>float</dataType><cl_mem>1</cl_mem>
                <arg_size><dim_size>4116</dim_size><dim_size>1026</dim_size></arg_size></argument>
              <argument><name>pitch</name><property>extent</property><dataType>int</dataType><cl_mem>0</cl_mem><dim>0</dim></argument>
              <swap><in>B</in><out>A</out></swap>
              <ghost_zone array="B">
                <dim><lower>-10</lower><upper>10</upper></dim><dim><lower>-1</lower><upper>1</upper></dim>
                <point>10 0</point><point>-10 0</point><point>0 1</point><point>0 -1</point>
              </ghost_zone>
              <kernel><name>stencil.cl</name>
                <global><g_size>4096</g_size><g_size>256</g_size></global>
                <local><l_size>64</l_size><l_size>16</l_size></local></kernel>
            </stepocl>
            """;

    private WorkedDescription() {}

    static Stencil read(String xml) {
        return read(xml.getBytes(StandardCharsets.UTF_8));
    }

    static Stencil read(byte[] xml) {
        try {
            return StencilReader.read(
                    "worked.xml", new ByteArrayInputStream(xml), WorkedDescription::kernel);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static Stencil read(String xml, String kernel) {
        try (var source = new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))) {
            return StencilReader.read("worked.xml", source, name -> kernel);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static String kernel(String name) throws IOException {
        return switch (name) {
            case "stencil.cl" -> KERNEL;
            case "two.cl" ->
                    KERNEL
                            + "kernel __attribute__((x)) void other(global float *a,"
                            + " global float *b, int c) {}";
            case "none.cl" -> "void jacobi() {}";
            default -> throw new IOException("there is no such file");
        };
    }
}
