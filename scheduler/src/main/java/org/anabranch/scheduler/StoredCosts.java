package org.anabranch.scheduler;

import org.anabranch.scheduler.place.CostBook;
import org.anabranch.scheduler.place.CostFile;
import org.anabranch.scheduler.pool.ForeignCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The persistence of kernel costs between processes, if a file is configured for them. */
final class StoredCosts {
    private final CostFile file;

    /** {@code null} for no file. */
    private StoredCosts(CostFile file) {
        this.file = file;
    }

    /**
     * Reads the file; what is wrong with it is said in the log.
     *
     * @param name of a file, or null or empty for none
     */
    static StoredCosts of(String name, CostBook book) {
        if (name == null || name.isBlank()) {
            return new StoredCosts(null);
        }
        CostFile file = null;
        try {
            file = new CostFile(Path.of(name), machine());
            file.load(book);
        } catch (IOException | RuntimeException wrong) {
            ForeignCode.warn(
                    "kernel costs are not used, and this file is left as it is: "
                            + wrong.getMessage(),
                    null);
        }
        return new StoredCosts(file);
    }

    void save(CostBook book) {
        if (file != null) {
            try {
                file.save(book);
            } catch (IOException | RuntimeException wrong) {
                ForeignCode.warn("kernel costs are not kept: " + wrong, null);
            }
        }
    }

    /** Returns an identification of the machine: several may share a home directory. */
    private static String machine() {
        return String.join(
                        " ",
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Integer.toString(Runtime.getRuntime().availableProcessors()),
                        processor())
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElse("");
        } catch (IOException | RuntimeException elsewhere) {
            return "";
        }
    }
}
