package org.anabranch.opencl.quirks;

import org.anabranch.opencl.driver.OpenClLibrary;
import org.anabranch.spi.support.UninterruptedCommand;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A test of drivers never seen before, in a process of their own, so that one which crashes costs a
 * line in the log. Verdicts are remembered under what identifies the installed drivers:
 * registration files, libraries with size and date, environment.
 */
public final class DriverTrial {
    private static final long PATIENCE_SECONDS = 60;
    private static final String ACCEPTED = "accepted";

    /** These two say nothing about the drivers, and are not remembered. */
    private static final String TIMEOUT = "timeout";

    private static final String ENDED = "ended";

    /** Exit status of a process that SIGHUP, SIGINT, SIGKILL or SIGTERM has ended. */
    private static final Set<Integer> ENDED_BY_OTHERS = Set.of(129, 130, 137, 143);

    private static final List<String> REGISTRATIONS =
            List.of(
                    "/etc/OpenCL/vendors",
                    "/usr/share/OpenCL/vendors",
                    "/usr/local/etc/OpenCL/vendors");
    private static final List<String> LIBRARY_FOLDERS =
            List.of(
                    "/usr/lib/x86_64-linux-gnu",
                    "/usr/lib/aarch64-linux-gnu",
                    "/usr/lib64",
                    "/usr/lib",
                    "/usr/local/lib",
                    "/lib/x86_64-linux-gnu");
    private static final List<String> ENVIRONMENT =
            List.of(
                    "OCL_ICD_VENDORS",
                    "OCL_ICD_FILENAMES",
                    "OPENCL_VENDOR_PATH",
                    "POCL_DEVICES",
                    "LD_LIBRARY_PATH",
                    "LD_PRELOAD");

    private final KeptFiles verdicts;

    public DriverTrial(Path cache) {
        this.verdicts = new KeptFiles(cache.resolve("verdicts"));
    }

    /**
     * Returns the reason why the installed drivers must not be loaded into this process.
     *
     * @return empty if they may, else the reason
     */
    public Optional<String> objection() {
        String installed = installedDrivers();
        Optional<byte[]> remembered = verdicts.read(List.of(installed));
        String verdict =
                remembered.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse(null);
        if (verdict == null) {
            try {
                verdict = tryOut();
            } catch (IOException unable) {
                return Optional.of(
                        "no process could be started to try the drivers: " + unable.getMessage());
            }
            if (isAboutDrivers(verdict)) {
                verdicts.write(List.of(installed), verdict.getBytes(StandardCharsets.UTF_8));
            }
        }
        if (verdict.startsWith(ACCEPTED)) {
            return Optional.empty();
        }
        return Optional.of(
                isAboutDrivers(verdict)
                        ? "%s (remembered in %s until the drivers change)"
                                .formatted(verdict.strip(), verdicts.folder())
                        : verdict);
    }

    private static boolean isAboutDrivers(String verdict) {
        return !verdict.startsWith(TIMEOUT) && !verdict.startsWith(ENDED);
    }

    /**
     * Loads the drivers in a process of their own. The verdict's first word is its kind, the rest
     * is for people.
     */
    private static String tryOut() throws IOException {
        Path folder = Files.createTempDirectory("anabranch-opencl-trial");
        try {
            Path classFile = folder.resolve(TrialMain.class.getName().replace('.', '/') + ".class");
            Files.createDirectories(classFile.getParent());
            try (InputStream code = TrialMain.class.getResourceAsStream("TrialMain.class")) {
                Files.copy(code, classFile);
            }
            Process process =
                    new ProcessBuilder(UninterruptedCommand.of(command(folder)))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("output").toFile())
                            .start();
            return verdict(process, folder);
        } finally {
            delete(folder);
        }
    }

    private static List<String> command(Path classPath) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-CreateCoredumpOnCrash",
                                "-Xmx64m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath.toString(),
                                TrialMain.class.getName()));
        command.addAll(OpenClLibrary.names());
        return command;
    }

    private static String verdict(Process process, Path folder) throws IOException {
        boolean ended;
        try {
            ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            ended = false;
        }
        if (!ended) {
            process.destroyForcibly();
            return TIMEOUT + ": a driver did not answer within " + PATIENCE_SECONDS + " s";
        }
        String said = text(folder.resolve(TrialMain.SAID));
        if (process.exitValue() == 0 && said.endsWith(TrialMain.END)) {
            return ACCEPTED + "\n" + said;
        }
        if (ENDED_BY_OTHERS.contains(process.exitValue())) {
            return ENDED + ": another process ended the trial of the drivers";
        }
        String printed = text(folder.resolve("output"));
        String end = printed.length() > 500 ? printed.substring(0, 500) + "..." : printed;
        return "refused: a driver ended its process with %s when it was tried: %s"
                .formatted(process.exitValue(), end.replace('\n', ' '));
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file)
                ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip()
                : "";
    }

    private static String installedDrivers() {
        StringBuilder text =
                new StringBuilder(System.getProperty("os.arch")).append(OpenClLibrary.names());
        ENVIRONMENT.forEach(
                name -> text.append(name).append('=').append(System.getenv(name)).append('\n'));
        List<String> places = new ArrayList<>(REGISTRATIONS);
        if (System.getenv("OCL_ICD_VENDORS") != null) {
            places.add(System.getenv("OCL_ICD_VENDORS"));
        }
        for (String place : places) {
            try (Stream<Path> files = Files.walk(Path.of(place), 1)) {
                files.filter(Files::isRegularFile).sorted().forEach(file -> describe(file, text));
            } catch (IOException | RuntimeException absent) {
                text.append(place).append(" absent\n");
            }
        }
        return text.toString();
    }

    private static void describe(Path registration, StringBuilder text) {
        try {
            String library = Files.readString(registration).strip();
            text.append(registration).append(' ').append(library).append('\n');
            for (String folder : LIBRARY_FOLDERS) {
                Path file = Path.of(folder).resolve(library);
                if (Files.isRegularFile(file)) {
                    text.append(file.toRealPath()).append(' ').append(Files.size(file)).append(' ');
                    text.append(Files.getLastModifiedTime(file.toRealPath())).append('\n');
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            text.append(registration).append(" unreadable\n");
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
