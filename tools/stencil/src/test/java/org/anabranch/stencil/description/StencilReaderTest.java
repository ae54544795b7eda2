package org.anabranch.stencil.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.stencil.Examples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;

class StencilReaderTest {
    private static final String XML = WorkedDescription.XML;

    private static DescriptionException refused(String xml) {
        DescriptionException refused =
                assertThrows(DescriptionException.class, () -> WorkedDescription.read(xml));
        assertTrue(refused.line() > 0 && refused.column() > 0, refused.getMessage());
        String place = "worked.xml:" + refused.line() + ":" + refused.column() + ": ";
        assertTrue(refused.getMessage().startsWith(place), refused.getMessage());
        return refused;
    }

    private static DescriptionException refused(String part, String by) {
        assertTrue(XML.contains(part), part);
        return refused(XML.replaceFirst(java.util.regex.Pattern.quote(part), by));
    }

    @Test
    void ST01_fullFormIsTheBuildersStencil() {
        Stencil read = WorkedDescription.read(XML);
        Stencil built =
                new StencilBuilder(2)
                        .iterations(50)
                        .output("A", ElementType.FLOAT, 4116, 1026)
                        .input("B", ElementType.FLOAT, 4116, 1026)
                        .extent("pitch", 0)
                        .swap("B", "A")
                        .ghost("B", -10, 10, -1, 1)
                        .point(10, 0)
                        .point(-10, 0)
                        .point(0, 1)
                        .point(0, -1)
                        .kernel("stencil.cl", WorkedDescription.KERNEL, "jacobi")
                        .global(4096, 256)
                        .local(64, 16)
                        .build();
        assertEquals(built, read);
    }

    private static DescriptionException refusedWith(String kernel) {
        DescriptionException refused =
                assertThrows(DescriptionException.class, () -> WorkedDescription.read(XML, kernel));
        assertTrue(refused.getMessage().startsWith("worked.xml:"), refused.getMessage());
        return refused;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "global double *A, global const float *B, int pitch; 3; double *A",
                "__global const double * restrict A, __global float *B, int p; 3; double *A",
                "REAL_PTR A, global float *B, int pitch; 3; double *A",
                "global real *A, global real *B, int pitch; 3; double *A",
                "global float *A, global half *B, int pitch; 5; half *B",
                "global unsigned int *A, global float *B, int pitch; 3; uint *A",
                "global float *A, global float *B, long pitch; 7; long pitch",
                "global float *A, global float *B, float pitch; 7; float pitch",
                "global float *A, global float *B, global int *pitch; 7; int *pitch",
                "global float *A, local float *B, int pitch; 5; float *B",
                "global float A[], global float *B, double2 pitch; 7; double2 pitch",
                "global float *A, float B, int pitch; 5; float B",
                "global float *A, global float *B; 13; jacobi has 2 parameters",
            })
    void c10_typesThatTheKernelDoesNotHaveAreRefused(String parameters, int line, String what) {
        String text =
                "#define REAL_PTR __global real *\n/* double */ typedef double real;\n"
                        + "#define UNUSED(x) float\n__attribute__((a(1))) __kernel void jacobi("
                        + parameters
                        + ") {}\n";
        DescriptionException refused = refusedWith(text);
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
        assertEquals(line, refused.line(), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global float *A, constant float4 *B, unsigned pitch",
                "__global unknown *A, T B, const int pitch",
                "__attribute__((nosvm)) global float *restrict A, global float B[], int pitch",
                "BOTH global float *, global float *, int",
            })
    void c10_whatTheTextDoesNotTellIsNotRefused(String parameters) {
        String text =
                "#ifdef X\n#define T double *\n#else\n#define T global float *\n#endif\n"
                        + "#define BOTH BOTH BOTH\nkernel void jacobi("
                        + parameters
                        + ") {}\n";
        assertEquals("jacobi", WorkedDescription.read(XML, text).kernel().function());
    }

    @ParameterizedTest
    @CsvSource({"67,66", "66,67", "65,65", "64,64", "69,66"})
    void c9_anArrayOfNearlyTheGridsExtentsIsRefused(long x, long y) {
        StencilBuilder builder =
                Examples.points(
                                2,
                                new long[] {64, 64},
                                new long[] {8, 8},
                                new long[] {1, 1},
                                new long[] {-1, -1})
                        .input("U", ElementType.FLOAT, x, y);
        DescriptionException refused = assertThrows(DescriptionException.class, builder::build);
        assertTrue(
                refused.getMessage().startsWith("argument U/arg_size: has nearly the extents"),
                refused.getMessage());
    }

    @Test
    void c9_arraysThatGoWholeHaveOtherExtents() {
        for (long[] extents : new long[][] {{64 * 64}, {66}, {66 * 2, 66}, {16, 16}, {66, 66}}) {
            Examples.points(
                            2,
                            new long[] {64, 64},
                            new long[] {8, 8},
                            new long[] {1, 1},
                            new long[] {-1, -1})
                    .input("U", ElementType.FLOAT, extents)
                    .build();
        }
        String wide =
                XML.replace(
                        "<swap>",
                        "<argument><name>U</name><property>input</property><dataType>float</dataType><cl_mem>1</cl_mem>\n"
                            + "<arg_size><dim_size>4117"
                            + "</dim_size><dim_size>1026</dim_size></arg_size></argument><swap>");
        refused(wide);
    }

    @Test
    void ST01_fileIsReadWithTheKernelBesideIt(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("stencil.cl"), WorkedDescription.KERNEL);
        Path file = Files.writeString(folder.resolve("a.xml"), XML);
        assertEquals(WorkedDescription.read(XML), StencilReader.read(file));
        Path missing = folder.resolve("missing.xml");
        String message =
                assertThrows(DescriptionException.class, () -> StencilReader.read(missing))
                        .getMessage();
        assertTrue(message.contains("missing.xml"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<iterations>50</iterations>;<iterations>-1</iterations>;2;3;must be from 0",
                "<iterations>50</iterations>;<iterations>many</iterations>;2;3;no whole number",
                "<iterations>50</iterations>;;1;1;<iterations> is missing",
                "<iterations>50</iterations>;<turns>50</turns>;2;3;unknown here",
                "<iterations>50</iterations>;<iterations/>;2;3;is empty",
                "<iterations>50</iterations>;<iterations>1</iterations><iterations>1</iterations>;2;29;given"
                    + " twice",
                "<name>A</name>;<name>B</name>;5;13;used twice",
                "<name>A</name>;<name>A B</name>;3;13;no identifier",
                "<property>output</property>;<property>outward</property>;3;27;must be input",
                "<dataType>float</dataType>;<dataType>quad</dataType>;3;54;unknown type; there are:"
                        + " char, uchar",
                "<cl_mem>1</cl_mem>;<cl_mem>2</cl_mem>;3;80;must be from 0 to 1",
                "<cl_mem>1</cl_mem>;<cl_mem>0</cl_mem>;3;80;must be 1",
                "<dim>0</dim>;<dim>2</dim>;7;100;must be from 0 to 1",
                "<dim>0</dim>;<value>3</value>;7;3;has a <dim>",
                "<in>B</in>;<in>C</in>;8;3;is no input",
                "<out>A</out>;<out>B</out>;8;3;neither output",
                "<lower>-10</lower>;<lower>10</lower>;10;10;must be from",
                "<upper>1</upper>;<upper>1</upper><upper>1</upper>;10;89;given twice",
                "<point>10 0</point>;<point>11 0</point>;11;5;outside the ghost zone",
                "<point>10 0</point>;<point>10</point>;11;5;needs 2 offsets",
                "<point>10 0</point>;<point>10 x</point>;11;5;no whole number",
                "<point>10 0</point>;<point>-10 0</point>;11;25;twice",
                "<g_size>4096</g_size>;<g_size>0</g_size>;14;13;must be from 1",
                "<g_size>4096</g_size>;;14;5;needs 2 sizes",
                "<g_size>4096</g_size>;<g_size>3000</g_size>;15;5;does not divide",
                "<l_size>64</l_size>;<l_size>63</l_size>;15;5;does not divide",
                "<name>stencil.cl</name>;<name>gone.cl</name>;13;11;cannot read gone.cl",
                "<name>stencil.cl</name>;<name>two.cl</name>;13;11;say which function",
                "<name>stencil.cl</name>;<name>none.cl</name>;13;11;no __kernel",
                "array=\"B\";array=\"X\";9;3;no array that is read",
                "array=\"B\";array=\"A\";9;3;no array that is read",
                "array=\"B\";;9;3;attribute 'array' is missing",
                "version=\"1\";version=\"2\";1;1;version must be 1",
                "</stepocl>;;17;1;no well-formed XML"
            })
    void ST01_wrongDescriptionsAreLocated(
            String part, String by, int line, int column, String complaint) {
        DescriptionException refused = refused(part, by == null ? "" : by);
        assertTrue(refused.getMessage().contains(complaint), refused.getMessage());
        assertEquals(line + ":" + column, refused.line() + ":" + refused.column(), part);
    }

    @Test
    void ST01_functionElementChoosesAmongSeveral() {
        String xml =
                XML.replace(
                        "<name>stencil.cl</name>", "<name>two.cl</name><function>other</function>");
        assertEquals("other", WorkedDescription.read(xml).kernel().function());
    }

    @Test
    void ST01_kernelFunctionsAreFoundWhateverIsAroundThem() {
        String text =
                """
                /* kernel void in_a_comment( */ // __kernel void commented(
                __kernel __attribute__((reqd_work_group_size(8, (4), 1))) void a (int x) {}
                kernel void __attribute__((x)) /* here */ b(int x) {}
                void helper(int kernel) {} typedef int __kernel_t; __kernel void a(
                """;
        assertEquals(List.of("a", "b"), StencilKernelText.functions(text));
        assertEquals(List.of(), StencilKernelText.functions("kernel void"));
        assertEquals(List.of(), StencilKernelText.functions("kernel __attribute__((("));
    }

    @Test
    void ST01_longNonsenseInsteadOfAKernelIsReadOnce() {
        int many = 200_000;
        String attributes = "kernel " + "__attribute__((a)) ".repeat(many);
        assertEquals(List.of(), StencilKernelText.functions(attributes + "int x;"));
        assertEquals(List.of("last"), StencilKernelText.functions(attributes + "void last()"));
        assertEquals(List.of(), StencilKernelText.functions("/* ".repeat(many)));
        assertEquals(List.of(), StencilKernelText.functions("kernel ".repeat(many)));
    }

    @Test
    void ST01_kernelThatIsNoFileOrTooLongIsRefused(@TempDir Path folder) throws IOException {
        Path endless = Path.of("/dev/zero");
        Files.write(folder.resolve("long.cl"), new byte[(4 << 20) + 1]);
        Files.createDirectory(folder.resolve("folder"));
        for (String name : new String[] {endless.toString(), "long.cl", "folder"}) {
            Path file =
                    Files.writeString(
                            folder.resolve("a.xml"), XML.replace(">stencil.cl<", ">" + name + "<"));
            DescriptionException refused =
                    assertThrows(DescriptionException.class, () -> StencilReader.read(file));
            assertTrue(refused.getMessage().contains("cannot read " + name), refused.getMessage());
            assertEquals(13, refused.line());
        }
    }

    @Test
    void ST02_printedXmlOfThePaperIsRejected() {
        String paper = XML.replace("4116", "4098");
        DescriptionException refused = refused(paper);
        assertTrue(refused.complaint().contains("4078"), refused.getMessage());
        assertEquals(6, refused.line());
    }

    @Test
    void ST03_intIsTooSmallForAnExtentOfMoreThanTwoThousandMillion() {
        String wide =
                XML.replace("<dim_size>4116</dim_size>", "<dim_size>4294967316</dim_size>")
                        .replace("<g_size>4096</g_size>", "<g_size>4294967296</g_size>")
                        .replace("1026", "3")
                        .replace("<g_size>256</g_size>", "<g_size>1</g_size>")
                        .replace("<l_size>16</l_size>", "<l_size>1</l_size>");
        DescriptionException refused = refused(wide);
        assertTrue(refused.complaint().contains("must be long"), refused.getMessage());
        assertEquals(7, refused.line());
        WorkedDescription.read(
                wide.replace("<dataType>int</dataType>", "<dataType>long</dataType>"),
                WorkedDescription.KERNEL.replace("int pitch", "long pitch"));
    }

    @Test
    void ST02_noUsefulCellIsRejected() {
        assertTrue(
                refused(XML.replace("<dim_size>1026</dim_size>", "<dim_size>2</dim_size>"))
                        .complaint()
                        .contains("0 cells"));
    }

    @Test
    void ST01_documentTypesAndEntitiesAreRefused() {
        String external =
                "<!DOCTYPE stepocl [<!ENTITY f SYSTEM \"file:///etc/passwd\">]>\n"
                        + XML.replace("<iterations>50", "<iterations>&f;");
        refused(external);
        String bomb =
                "<!DOCTYPE s [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n"
                        + XML.replace("<iterations>50", "<iterations>&b;");
        refused(bomb);
        refused("<?php do ?>\n" + XML);
        refused("<a>".repeat(10_000));
        refused(XML.replace("<point>10 0</point>", "<point>10 0</point>".repeat(30_000)));
        refused(XML.replace("50", "5" + " 5".repeat(5_000)));
    }

    @Test
    void ST01_moreThanAMegabyteIsRefused() {
        assertThrows(
                DescriptionException.class,
                () -> WorkedDescription.read(XML + " ".repeat(1 << 20)));
    }

    private static Validator validator() throws SAXException {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        return factory.newSchema(StencilReader.class.getResource("stencil.xsd")).newValidator();
    }

    @Test
    void ST01_whatIsReadIsValid() throws Exception {
        Validator validator = validator();
        validator.validate(new StreamSource(new StringReader(XML)));
        DescriptionFuzz fuzz = new DescriptionFuzz(7);
        int accepted = 0;
        int cases = Boolean.getBoolean("anabranch.nightly") ? 20_000 : 5_000;
        for (int i = 0; i < cases; i++) {
            byte[] xml = fuzz.next();
            try {
                WorkedDescription.read(xml);
            } catch (DescriptionException refused) {
                continue;
            }
            accepted++;
            validator.validate(new StreamSource(new java.io.ByteArrayInputStream(xml)));
        }
        assertTrue(accepted > cases / 200, "only " + accepted + " mutants are valid");
    }
}
