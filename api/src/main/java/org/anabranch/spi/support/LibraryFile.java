package org.anabranch.spi.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The header of a library file, which says what machine it is for. */
final class LibraryFile {
    private static final int ENOUGH = 20;
    private static final int ELF = 0x7F454C46;
    private static final Set<Integer> MACH_O = Set.of(0xCFFAEDFE, 0xCEFAEDFE, 0xCAFEBABE);
    private static final int MZ = 0x4D5A;
    private static final int ORDER_AT = 5;
    private static final int MACHINE_AT = 18;
    private static final String LINUX = "Linux";

    /** The processor numbers of ELF headers, with Java's names. */
    private static final Map<Integer, String> PROCESSORS =
            Map.of(
                    3,
                    "i386",
                    20,
                    "ppc",
                    21,
                    "ppc64",
                    22,
                    "s390x",
                    40,
                    "arm",
                    62,
                    "amd64",
                    183,
                    "aarch64",
                    243,
                    "riscv64",
                    258,
                    "loongarch64");

    private LibraryFile() {}

    /**
     * Returns the reason why the library cannot be loaded on this machine, as far as the header
     * tells.
     */
    static Optional<String> mismatch(Path file) {
        return mismatch(file, System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Optional<String> mismatch(Path file, String system, String processor) {
        byte[] head;
        try (InputStream bytes = Files.newInputStream(file)) {
            head = bytes.readNBytes(ENOUGH);
        } catch (IOException unreadable) {
            return Optional.of("it cannot be read: " + unreadable.getMessage());
        }
        String target = target(head);
        if (target == null) {
            return Optional.of("it is no library of any system");
        }
        String here = family(system) + (target.startsWith(LINUX) ? " on " + processor : "");
        return here.startsWith(target)
                ? Optional.empty()
                : Optional.of("it is for " + target + ", and this is " + here);
    }

    /**
     * Returns the operating system, and the processor if it is known; null if the file is no
     * library.
     */
    private static String target(byte[] head) {
        if (head.length < ENOUGH) {
            return null;
        }
        int magic = number(head, 0, 4, false);
        if (magic == ELF) {
            int machine = number(head, MACHINE_AT, 2, head[ORDER_AT] == 1);
            return LINUX + " on " + PROCESSORS.getOrDefault(machine, "processor " + machine);
        }
        if (MACH_O.contains(magic)) {
            return "Mac OS";
        }
        return magic >>> Short.SIZE == MZ ? "Windows" : null;
    }

    private static int number(byte[] head, int at, int bytes, boolean little) {
        int number = 0;
        for (int i = 0; i < bytes; i++) {
            number = number << Byte.SIZE | head[little ? at + bytes - 1 - i : at + i] & 0xFF;
        }
        return number;
    }

    private static String family(String system) {
        return system.startsWith("Windows")
                ? "Windows"
                : system.startsWith("Mac") ? "Mac OS" : LINUX;
    }
}
