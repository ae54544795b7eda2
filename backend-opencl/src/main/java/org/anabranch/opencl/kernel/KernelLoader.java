package org.anabranch.opencl.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.SourceCode;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.ClInfo;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.quirks.KeptFiles;
import org.anabranch.opencl.quirks.KernelVersions;
import org.anabranch.opencl.quirks.SignalHandlers;
import org.anabranch.spi.DeviceException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A compiler of kernels in OpenCL C. The driver's results are cached, valid for source, options,
 * device, driver and platform. Of any thread.
 */
public final class KernelLoader {

    /** Without it drivers do not tell the types of parameters. */
    private static final String KEEP_TYPES = "-cl-kernel-arg-info";

    /** The build option that tells code which device it is for. */
    private static final String FOR_PROCESSOR = "-DANABRANCH_CPU";

    private static final int BINARY_SIZES = 0x1165;
    private static final int BINARIES = 0x1166;
    private static final int KERNEL_NAMES = 0x1168;
    private static final int BUILD_LOG = 0x1183;
    private static final int ARGUMENT_COUNT = 0x1191;

    private final OpenDriver driver;
    private final Optional<KeptFiles> binaries;

    /** True if launches of a kernel must be coordinated. */
    private final boolean versioned;

    public KernelLoader(OpenDriver driver, OpenClSettings settings) {
        this.driver = driver;
        this.versioned = KernelVersions.areMixedUpBy(driver.description().platform());
        this.binaries =
                settings.keepsPrograms(driver.description())
                        ? Optional.of(new KeptFiles(settings.cache().resolve("binaries")))
                        : Optional.empty();
    }

    public LoadedKernel load(Kernel kernel) throws DeviceException {
        String id = driver.description().id();
        KernelCode found =
                kernel.code(KernelCode.OPENCL_C)
                        .orElseThrow(
                                () ->
                                        new DeviceException(
                                                "%s: kernel %s has no code in format %s"
                                                        .formatted(
                                                                id, kernel, KernelCode.OPENCL_C)));
        if (!(found instanceof SourceCode code)) {
            throw new DeviceException(
                    "%s: code of kernel %s in format %s must be a SourceCode"
                            .formatted(id, kernel, KernelCode.OPENCL_C));
        }
        SourceCode shaped = driver.description().cpu() ? with(code, FOR_PROCESSOR) : code;
        return load(
                kernel.name(),
                shaped,
                versioned ? kind -> twin(kernel.name(), shaped, kind) : null);
    }

    private static SourceCode with(SourceCode code, String option) {
        String options = (code.options() + " " + option).strip();
        return new SourceCode(code.format(), code.text(), code.function(), options);
    }

    private LoadedKernel load(String name, SourceCode code, LoadedKernel.Twins twins)
            throws DeviceException {
        ClHandle program = program(name, code);
        try {
            return kernel(program, name, code, twins);
        } finally {
            program.release();
        }
    }

    /** The same in a program that the driver takes for another one. */
    private LoadedKernel twin(String name, SourceCode code, int kind) throws DeviceException {
        return load(name, with(code, "-DANABRANCH_RANGE=" + kind), null);
    }

    private ClHandle program(String name, SourceCode code) throws DeviceException {
        List<String> validFor = new ArrayList<>(driver.description().identity());
        validFor.add(Integer.toString(driver.units()));
        validFor.add(code.text());
        validFor.add(code.options());
        Optional<byte[]> kept = binaries.flatMap(files -> files.read(validFor));
        if (kept.isPresent()) {
            Optional<ClHandle> program = fromBinary(kept.get(), code.options());
            if (program.isPresent()) {
                return program.get();
            }
        }
        ClHandle program = fromSource(name, code);
        if (binaries.isPresent()) {
            byte[] compiled = binary(program);
            if (compiled.length > 0) {
                binaries.get().write(validFor, compiled);
            }
        }
        return program;
    }

    private ClHandle fromSource(String name, SourceCode code) throws DeviceException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(code.text());
            MemorySegment texts = arena.allocateFrom(ADDRESS, text);
            MemorySegment length = arena.allocateFrom(JAVA_LONG, text.byteSize() - 1);
            long handle =
                    ClFunction.CREATE_PROGRAM_WITH_SOURCE.create(
                            "clCreateProgramWithSource",
                            driver.context(),
                            1,
                            texts.address(),
                            length.address());
            ClHandle program =
                    new ClHandle(handle, "program of " + name, ClFunction.RELEASE_PROGRAM);
            int status = build(program, code.options());
            if (status != ClStatus.SUCCESS) {
                String log = log(program);
                program.release();
                throw new DeviceException(
                        "%s: kernel %s does not build with options '%s':\n%s"
                                .formatted(driver.description().id(), name, code.options(), log),
                        new OpenClException("clBuildProgram", status));
            }
            return program;
        }
    }

    /** A driver may refuse what it compiled once; then the source is compiled again. */
    private Optional<ClHandle> fromBinary(byte[] binary, String options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, binary);
            MemorySegment list = arena.allocateFrom(ADDRESS, bytes);
            MemorySegment length = arena.allocateFrom(JAVA_LONG, binary.length);
            MemorySegment device = arena.allocateFrom(JAVA_LONG, driver.device());
            long handle =
                    ClFunction.CREATE_PROGRAM_WITH_BINARY.create(
                            "clCreateProgramWithBinary",
                            driver.context(),
                            1,
                            device.address(),
                            length.address(),
                            list.address(),
                            0L);
            ClHandle program =
                    new ClHandle(handle, "program from a binary", ClFunction.RELEASE_PROGRAM);
            if (build(program, options) == ClStatus.SUCCESS) {
                return Optional.of(program);
            }
            program.release();
            return Optional.empty();
        } catch (OpenClException refused) {
            return Optional.empty();
        }
    }

    private int build(ClHandle program, String options) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocateFrom(JAVA_LONG, driver.device());
            MemorySegment words = arena.allocateFrom((options + " " + KEEP_TYPES).strip());
            return SignalHandlers.keptDuring(
                    () ->
                            ClFunction.BUILD_PROGRAM.status(
                                    program.value(), 1, device.address(), words.address(), 0L, 0L));
        }
    }

    private String log(ClHandle program) throws OpenClException {
        return ClInfo.of(ClFunction.GET_BUILD_INFO, program.value(), driver.device())
                .text(BUILD_LOG);
    }

    private static byte[] binary(ClHandle program) throws OpenClException {
        long size = ClInfo.of(ClFunction.GET_PROGRAM_INFO, program.value()).number(BINARY_SIZES);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(Math.max(1, size));
            MemorySegment list = arena.allocateFrom(ADDRESS, bytes);
            int status =
                    ClFunction.GET_PROGRAM_INFO.status(
                            program.value(), BINARIES, 8L, list.address(), 0L);
            OpenClException.check(status, "CL_PROGRAM_BINARIES");
            return size == 0 ? new byte[0] : bytes.toArray(JAVA_BYTE);
        }
    }

    private LoadedKernel kernel(
            ClHandle program, String name, SourceCode code, LoadedKernel.Twins twins)
            throws DeviceException {
        long handle = create(program, name, code);
        SourceTokens tokens = new SourceTokens(code);
        RangeUse use = RangeUse.of(tokens);
        WorkGroups.Limits limits;
        try {
            limits = new KernelLimits(driver, name, handle).check(tokens, use);
        } catch (DeviceException refused) {
            ClFunction.RELEASE_KERNEL.status(handle);
            throw refused;
        }
        KernelVersions versions = versions(code);
        ClHandle kernel =
                new ClHandle(
                        handle,
                        "kernel " + name,
                        ClFunction.RELEASE_KERNEL,
                        versions == null ? () -> {} : versions::release);
        int count = (int) ClInfo.of(ClFunction.GET_KERNEL_INFO, handle).number(ARGUMENT_COUNT);
        return new LoadedKernel(
                kernel,
                name,
                ParameterTypes.of(handle, count, tokens),
                limits,
                use,
                versions,
                twins);
    }

    /** Creates the driver's kernel of that function. */
    private long create(ClHandle program, String name, SourceCode code) throws DeviceException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment symbol = arena.allocateFrom(code.function(), StandardCharsets.UTF_8);
            return ClFunction.CREATE_KERNEL.create(
                    "clCreateKernel", program.value(), symbol.address());
        } catch (OpenClException refused) {
            throw new DeviceException(
                    driver.description().id()
                            + ": kernel "
                            + name
                            + ": its source has no function "
                            + code.function()
                            + " (it has: "
                            + ClInfo.of(ClFunction.GET_PROGRAM_INFO, program.value())
                                    .text(KERNEL_NAMES)
                            + "; names of built-in functions are taken)",
                    refused);
        }
    }

    private KernelVersions versions(SourceCode code) {
        return versioned
                ? KernelVersions.of(
                        driver.description().name(), code.text(), code.options(), code.function())
                : null;
    }
}
