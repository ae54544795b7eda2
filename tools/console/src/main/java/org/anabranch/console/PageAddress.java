package org.anabranch.console;

import org.anabranch.spi.support.PrivateFile;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The address of the page, with the token that opens it, as the user receives it. */
final class PageAddress {
    private PageAddress() {}

    /**
     * Prints the address, once, and not to the log, which other users may read. With a file the
     * token is written there and not printed.
     *
     * @param address without the token
     * @param opens the address with the token
     * @param file null or empty for none
     */
    static void announce(String address, String opens, String file) {
        if (file == null || file.isEmpty()) {
            print(opens);
            return;
        }
        try {
            PrivateFile.write(Path.of(file), opens + "\n");
            print(address + "; its token is in " + file);
        } catch (IOException | InvalidPathException refused) {
            print(address + "; its token is nowhere: " + refused.getMessage());
        }
    }

    private static void print(String address) {
        PrintStream err =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        err.println("anabranch: the page is " + address);
    }
}
