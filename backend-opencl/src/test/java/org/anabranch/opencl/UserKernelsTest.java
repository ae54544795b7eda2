package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Platform;
import org.anabranch.api.Region;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.LaunchArgument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Kernels as users write them: right, or refused by name, never silently wrong. */
final class UserKernelsTest {
    private static final String STRIDES =
            """
            __kernel void strides(__global int *y, long n) {
                for (long i = get_global_id(0); i < n; i += get_global_size(0)) y[i] *= 2;
            }
            """;

    private Rig rig;

    @BeforeEach
    void open() throws Exception {
        rig = Rig.open(Map.of());
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    private static Kernel kernel(String function, String text, Parameter... parameters) {
        return Rig.kernel(function, text, parameters);
    }

    private interface Program {
        void run(Platform platform, Domain domain) throws Exception;
    }

    /** Runs a program on the whole platform with an OpenCL domain. */
    private static void onPlatform(Program program) throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        int devices = Rig.devices(backend).size();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            engine.add(backend);
            Platform platform = engine.platform("user");
            for (int i = 0; i < 3000 && platform.domains().size() <= devices; i++) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            program.run(platform, platform.domains().get(1));
        }
    }

    private static int[] content(Buffer buffer) {
        return buffer.read().toArray(JAVA_INT);
    }

    private static void fill(Buffer buffer, int value) {
        for (int i = 0; i < buffer.shape().elements(); i++) {
            buffer.write().setAtIndex(JAVA_INT, i, value);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 1000, 1003})
    void c1_aGridStrideLoopTakesEachElementOnce(int size) throws Exception {
        Kernel strides = kernel("strides", STRIDES, Parameter.inOut("y"), Parameter.scalar("n"));
        onPlatform(
                (platform, domain) -> {
                    try (Buffer y = platform.buffer(JAVA_INT, size);
                            Stream stream = domain.stream()) {
                        fill(y, 1);
                        long n = size;
                        Loop loop = Loop.of(0, size);
                        stream.run(strides, loop, y.inOut(Mapping.each()), Argument.of(n)).await();
                        int[] doubled = new int[size];
                        Arrays.fill(doubled, 2);
                        assertArrayEquals(doubled, content(y));
                        Loop some = Loop.of(0, Math.max(1, size / 3)).tile(100);
                        stream.run(strides, some, y.inOut(Mapping.whole()), Argument.of(n)).await();
                        Arrays.fill(doubled, 4);
                        assertArrayEquals(doubled, content(y));
                    }
                });
    }

    @Test
    void c1_aPartOfALoopIsRefusedWhereTheKernelLooksAtTheRange() throws Exception {
        Kernel strides = kernel("strides", STRIDES, Parameter.inOut("y"), Parameter.scalar("n"));
        onPlatform(
                (platform, domain) -> {
                    try (Buffer y = platform.buffer(JAVA_INT, 1000)) {
                        fill(y, 1);
                        AnabranchException refused =
                                assertThrows(
                                        AnabranchException.class,
                                        () -> {
                                            try (Finish finish = platform.finish()) {
                                                finish.forasync(
                                                        domain,
                                                        Loop.of(0, 1000).tile(100),
                                                        strides,
                                                        y.inOut(Mapping.each()),
                                                        Argument.of(1000L));
                                            }
                                        });
                        for (String part : new String[] {"strides", "get_global_size", "reqd"}) {
                            assertTrue(refused.getMessage().contains(part), refused::getMessage);
                        }
                    }
                });
    }

    private void refused(String function, String text) {
        Kernel kernel = kernel("wrong", text, Parameter.inOut("y"));
        DeviceException refused =
                assertThrows(DeviceException.class, () -> rig.device.load(kernel), text);
        for (String part : new String[] {"wrong", function, "reqd_work_group_size"}) {
            assertTrue(refused.getMessage().contains(part), refused.getMessage());
        }
    }

    private static String assigns(String value) {
        return "__kernel void wrong(__global int *y) { y[get_global_id(0)] = " + value + "; }";
    }

    @ParameterizedTest
    @ValueSource(strings = {"get_local_id", "get_local_size", "get_group_id", "get_num_groups"})
    void c1_aFunctionOfTheGroupIsRefusedAtLoadWithoutADeclaredSize(String function) {
        String call = function + "(0)";
        refused(function, assigns(call));
        refused(
                function,
                "int helper(int d) { return " + function + "(d); }\n" + assigns("helper(0)"));
        refused(function, "#define SIZE(d) \\\n " + function + "(d)\n" + assigns("SIZE(0)"));
        refused(function, "#define F " + function + "\n#define G(d) F(d)\n" + assigns("G(0)"));
        String pasted = function.substring("get_".length());
        refused(function, "#define GET(what) get_##what(0)\n" + assigns("GET(" + pasted + ")"));
        refused(
                function,
                "#define GET get_ ## " + pasted + "\n" + assigns("GET(0)").replace("##", "##"));
        refused(function, assigns("/* */" + function + "/**/ (0)"));
        refused(
                function,
                assigns(function.substring(0, 5) + "\\\n" + function.substring(5) + "(0)"));
    }

    @Test
    void c1_localMemoryAndBarriersAreRefusedAtLoadWithoutADeclaredSize() {
        refused(
                "barrier",
                "__kernel void wrong(__global int *y) { barrier(CLK_GLOBAL_MEM_FENCE); }");
        refused(
                "__local",
                "__kernel void wrong(__global int *y) { __local int t[256]; t[0] = 1; y[0] = t[0];"
                        + " }");
        refused(
                "local",
                "kernel void wrong(global int *y) { local int t[256]; t[0] = 1; y[0] = t[0]; }");
    }

    @Test
    void c1_aFunctionOfTheGroupInABuildOptionIsRefused() {
        SourceCode code =
                new SourceCode("opencl-c", assigns("WHERE(0)"), "wrong", "-D WHERE=get_local_id");
        Kernel kernel = Kernel.of("wrong", Parameter.inOut("y")).with(code);
        DeviceException refused =
                assertThrows(DeviceException.class, () -> rig.device.load(kernel));
        assertTrue(refused.getMessage().contains("get_local_id"), refused.getMessage());
    }

    @Test
    void c1_whatAnotherKernelOfTheTextUsesAndCommentsDoNotCount() throws Exception {
        String text =
                """
                // get_local_id(0)
                /* barrier( */
                #define ME get_local_id(0)
                #define HELLO "get_group_id(0)"
                struct pair { int a, b; };
                __constant int ONES[2] = {1, 1};
                static int local_sum(int x) { return x + ONES[0]; }
                __kernel __attribute__((reqd_work_group_size(8, 1, 1))) void grouped(
                        __global int *y, long o, long p) {
                    y[get_global_id(0)] = ME;
                }
                __kernel void plain(__global int *y, long o, long p) {
                    y[get_global_id(0)] = local_sum((int) get_global_id(0));
                }
                """;
        Kernel plain = kernel("plain", text, Parameter.out("y"));
        Kernel grouped = kernel("grouped", text, Parameter.out("y"));
        long memory = rig.upload(new int[16]);
        var all = Rig.operand(memory, Region.of(0, 64));
        rig.run(rig.device.load(plain), plain, Piece.of(0, 16, 1), all).awaitSuccess();
        assertArrayEquals(IntStream.rangeClosed(1, 16).toArray(), rig.download(memory, 16));
        rig.run(rig.device.load(grouped), grouped, Piece.of(0, 16, 1), all).awaitSuccess();
        assertArrayEquals(
                IntStream.range(0, 16).map(i -> i % 8).toArray(), rig.download(memory, 16));
    }

    private static final String GROUP_SUM =
            """
            __kernel __attribute__((reqd_work_group_size(8, 1, 1)))
            void sum(__global const int *x, __global int *sums) {
                __local int t[8];
                int l = get_local_id(0);
                t[l] = x[get_global_id(0)];
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
                    if (l < s) t[l] += t[l + s];
                    barrier(CLK_LOCAL_MEM_FENCE);
                }
                if (l == 0) sums[get_group_id(0)] = t[0];
            }
            """;

    @Test
    void c1_sumsOverDeclaredGroupsAreRight() throws Exception {
        Kernel sum = kernel("sum", GROUP_SUM, Parameter.in("x"), Parameter.out("sums"));
        onPlatform(
                (platform, domain) -> {
                    try (Buffer x = platform.buffer(JAVA_INT, 1000);
                            Buffer sums = platform.buffer(JAVA_INT, 125);
                            Stream stream = domain.stream()) {
                        fill(x, 3);
                        stream.run(
                                        sum,
                                        Loop.of(0, 1000),
                                        x.in(Mapping.each()),
                                        sums.out(Mapping.whole()))
                                .await();
                        assertEquals(3000, Arrays.stream(content(sums)).sum());
                    }
                    try (Buffer x = platform.buffer(JAVA_INT, 1000);
                            Buffer sums = platform.buffer(JAVA_INT, 125)) {
                        fill(x, 3);
                        assertThrows(
                                AnabranchException.class,
                                () -> {
                                    try (Finish finish = platform.finish()) {
                                        finish.forasync(
                                                domain,
                                                Loop.of(0, 1000).tile(200),
                                                sum,
                                                x.in(Mapping.each()),
                                                sums.out(Mapping.whole()));
                                    }
                                });
                    }
                });
    }

    @ParameterizedTest
    @CsvSource({
        "int, 300, 300",
        "long, -5, -5",
        "short, -300, -300",
        "ushort, 65535, 65535",
        "char, -128, -128",
        "uchar, 200, 200",
        "uint, -1, -1",
        "float, 300, 300",
        "double, 300, 300",
        "half, 300, 300",
        "unsigned int, 7, 7",
        "number, 7, 7",
    })
    void c3_anIntegerArrivesAsTheParametersTypeHasIt(String type, int given, int arrives)
            throws Exception {
        String half = type.equals("half") ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "";
        Kernel takes =
                kernel(
                        "takes",
                        half
                                + "typedef double number;\n__kernel void takes(__global int *y, "
                                + type
                                + " x) { y[0] = (int) x; }",
                        Parameter.out("y"),
                        Parameter.scalar("x"));
        long loaded;
        try {
            loaded = rig.device.load(takes);
        } catch (DeviceException without) {
            assertTrue(type.equals("half"), without.getMessage());
            return;
        }
        long memory = rig.upload(new int[4]);
        var y = Rig.mapped(memory, Region.of(0, 16));
        for (Number value : new Number[] {given, (long) given}) {
            if (type.equals("uint") && value instanceof Long) {
                continue; // -1 is no unsigned number of 32 bits, though its bits may be
            }
            rig.run(loaded, takes, Piece.of(0, 1, 1), y, Rig.value(value)).awaitSuccess();
            assertEquals(arrives, rig.download(memory, 1)[0], type);
        }
    }

    @Test
    void c3_aScalarThatTheParametersTypeLacksIsRefusedWithBothTypes() throws Exception {
        refusedScalar("uchar4", 300, "int 300");
        refusedScalar("float3", 1f, "float 1.0");
        refusedScalar("char", 128, "int 128");
        refusedScalar("short", 40_000L, "long 40000");
        refusedScalar("int", 1L << 40, "long " + (1L << 40));
        refusedScalar("int", 1.5f, "float 1.5");
        refusedScalar("long", 2.0, "double 2.0");
        refusedScalar("float", 0.1, "double 0.1");
        refusedScalar("float", 16_777_217, "int 16777217");
        refusedScalar("double", Long.MAX_VALUE, "long " + Long.MAX_VALUE);
        refusedScalar("__global float *", 5, "int 5");
    }

    private void refusedScalar(String type, Number value, String given) throws Exception {
        Kernel takes =
                kernel("takes", "__kernel void takes(" + type + " x) { }", Parameter.scalar("x"));
        Throwable failure =
                rig.run(rig.device.load(takes), takes, Piece.of(0, 1, 1), Rig.value(value)).await();
        String message = failure.getMessage();
        String shown = type.replace("__global ", "").replace(" ", "");
        for (String part : new String[] {"parameter 0 of kernel takes", shown, given}) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void c3_floatingPointNumbersConvertWhereTheyAreExact() throws Exception {
        Kernel takes =
                kernel(
                        "takes",
                        "__kernel void takes(__global float *y, float a, double b) {"
                                + " y[0] = a + (float) b; }",
                        Parameter.out("y"),
                        Parameter.scalar("a"),
                        Parameter.scalar("b"));
        long memory = rig.upload(new int[4]);
        LaunchArgument y = Rig.mapped(memory, Region.of(0, 16));
        long loaded = rig.device.load(takes);
        rig.run(loaded, takes, Piece.of(0, 1, 1), y, Rig.value(0.5), Rig.value(0.25f))
                .awaitSuccess();
        assertEquals(0.75f, Float.intBitsToFloat(rig.download(memory, 1)[0]));
    }

    @Test
    void c3_aPointerToVectorsOverABoxIsRefused() throws Exception {
        Kernel vectors =
                kernel(
                        "vectors",
                        "__kernel void vectors(__global float4 *p, long offset, long pitch) {"
                                + " p[offset + get_global_id(0)] = 1; }",
                        Parameter.out("p"));
        onPlatform(
                (platform, domain) -> {
                    try (Buffer p = platform.buffer(JAVA_FLOAT, 8, 8)) {
                        AnabranchException refused =
                                assertThrows(
                                        AnabranchException.class,
                                        () -> {
                                            try (Stream stream = domain.stream()) {
                                                stream.run(vectors, p.box(1, 1, 3, 3).out());
                                            }
                                        });
                        assertTrue(refused.getMessage().contains("float4*"), refused::getMessage);
                    }
                });
    }

    @Test
    void c3_memoryForAScalarParameterIsRefused() throws Exception {
        Kernel wrong = kernel("wrong", "__kernel void wrong(float x) { }", Parameter.out("x"));
        long memory = rig.upload(new int[4]);
        Throwable failure =
                rig.run(
                                rig.device.load(wrong),
                                wrong,
                                Piece.of(0, 4, 1),
                                Rig.mapped(memory, Region.of(0, 16)))
                        .await();
        assertTrue(failure.getMessage().contains("is a float, but"), failure.getMessage());
    }

    private void tooLarge(String text, String... parts) {
        Kernel kernel = kernel("large", text, Parameter.out("y"));
        DeviceException refused =
                assertThrows(DeviceException.class, () -> rig.device.load(kernel), text);
        for (String part : parts) {
            assertTrue(refused.getMessage().contains(part), refused.getMessage());
        }
    }

    @Test
    void c2_moreLocalMemoryThanTheDeviceHasIsRefusedWithBothNumbers() {
        tooLarge(
                """
                __kernel __attribute__((reqd_work_group_size(8, 1, 1)))
                void large(__global double *y, long o, long p) {
                    __local double big[1 << 26];
                    big[get_local_id(0)] = 1;
                    barrier(CLK_LOCAL_MEM_FENCE);
                    y[get_global_id(0)] = big[7 - get_local_id(0)];
                }
                """,
                "kernel large",
                "536870912 bytes of local memory",
                "the device has ");
    }

    @Test
    void c2_aDeclaredGroupLargerThanTheDevicesIsRefusedWithBothNumbers() {
        tooLarge(
                "__kernel __attribute__((reqd_work_group_size(65536, 1, 1))) void large("
                        + "__global int *y, long o, long p) { y[get_global_id(0)] = 1; }",
                "65536 work-items",
                "at most ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "double w[1 << 23];",
                "int i; double v, w[8][COUNT];",
                "float4 w[(COUNT + 1) * 8];",
                "BIG(w)",
                "helper();",
                "struct pair { double a, b; }; struct pair w[1 << 26];",
            })
    void c2_morePrivateMemoryThanAThreadsStackIsRefusedWithBothNumbers(String declaration) {
        Assumptions.assumeTrue(rig.info.properties().get("type").equals("cpu"));
        tooLarge(
                """
                #define COUNT 0x100000UL // of each row
                #define BIG(name) double name[8 * COUNT];
                void helper(void) { double w[1 << 23]; w[get_global_id(0)] = 1; }
                """
                        + "__kernel void large(__global double *y, long o, long p) { "
                        + declaration
                        + " y[get_global_id(0)] = 1; }",
                "kernel large",
                "bytes in private memory",
                "stack of the driver's threads: ");
    }

    @Test
    void c2_privateArraysOfAllItemsOfAGroupCountWhereItHasBarriers() {
        Assumptions.assumeTrue(rig.info.properties().get("type").equals("cpu"));
        tooLarge(
                """
                __kernel __attribute__((reqd_work_group_size(64, 1, 1)))
                void large(__global double *y, long o, long p) {
                    double w[1 << 16];
                    w[get_local_id(0)] = 1;
                    barrier(CLK_GLOBAL_MEM_FENCE);
                    y[get_global_id(0)] = w[get_local_id(0)];
                }
                """,
                "524288 bytes",
                "64 work-items");
    }

    @Test
    void c2_whatFitsRuns() throws Exception {
        Kernel fits =
                kernel(
                        "fits",
                        """
                        typedef struct { int a[100000000]; } unused;
                        __constant int TABLE[4] = {1, 2, 3, 4};
                        int sum(const int w[4]) { return w[0] + w[1]; }
                        __kernel __attribute__((reqd_work_group_size(8, 1, 1)))
                        void fits(__global int *y, long o, long p) {
                            __local int t[8], u[1 << 10];
                            int w[4] = {1, 2, 3, 4}, x[] = {7, 8};
                            t[get_local_id(0)] = sum(w) + x[1];
                            barrier(CLK_LOCAL_MEM_FENCE);
                            y[get_global_id(0)] = t[7 - get_local_id(0)] + TABLE[0];
                        }
                        """,
                        Parameter.out("y"));
        long memory = rig.upload(new int[8]);
        rig.run(
                        rig.device.load(fits),
                        fits,
                        Piece.of(0, 8, 1),
                        Rig.operand(memory, Region.of(0, 32)))
                .awaitSuccess();
        assertArrayEquals(new int[] {12, 12, 12, 12, 12, 12, 12, 12}, rig.download(memory, 8));
    }
}
