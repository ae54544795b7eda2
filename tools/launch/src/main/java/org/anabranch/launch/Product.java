package org.anabranch.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * The packaged product as a process: starts the framework with the bundles of its folder, hands the
 * words of the command line to the shell, and ends with the shell's status. Whatever keeps the
 * shell from coming up ends the process with one line and status 70.
 */
final class Product {
    private static final int NOT_STARTED = 70;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);

    private Path storage;

    private Product() {}

    /**
     * Starts.
     *
     * @param words of the command line, as they are
     */
    public static void main(String[] words) {
        new Product().run(words);
    }

    private void run(String[] line) {
        String[] words = WebPort.taken(line);
        useLatinDigits();
        StartWatch watch = new StartWatch(PATIENCE, this::giveUp);
        try {
            Path home = Path.of(System.getProperty("anabranch.home"));
            watch.step("making a temporary folder");
            storage = Files.createTempDirectory("anabranch");
            System.setProperty("anabranch.temporary", storage.toString());
            ProductFramework framework = new ProductFramework(home, storage, watch);
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(new ProductEnd(framework, storage, err), "anabranch end"));
            var shell = framework.start();
            watch.done();
            System.exit(shell.applyAsInt(words));
        } catch (LaunchException failure) {
            giveUp(failure.getMessage());
        } catch (IOException failure) {
            giveUp("the temporary folder cannot be used: " + failure.getMessage());
        } catch (Throwable failure) {
            giveUp(failure.toString());
        }
    }

    /** Whatever a library formats is read by another; digits of other scripts would break both. */
    private static void useLatinDigits() {
        Locale own = Locale.getDefault(Locale.Category.FORMAT);
        Locale.setDefault(
                Locale.Category.FORMAT,
                new Locale.Builder().setLocale(own).setUnicodeLocaleKeyword("nu", "latn").build());
    }

    private void giveUp(String why) {
        err.println("anabranch: not started: " + why.strip().replaceAll("\\s*\\R\\s*", " | "));
        if (storage != null) {
            ProductEnd.delete(storage);
        }
        Runtime.getRuntime().halt(NOT_STARTED);
    }
}
