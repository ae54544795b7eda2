package org.anabranch.launch;

import org.anabranch.spi.support.ForeignThrowables;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The packaged product as a process: starts the framework with the bundles of its folder, hands the
 * words of the command line to the shell, and ends with the shell's status. Whatever keeps the
 * shell from coming up ends the process with one line and status 70. With a page and without input
 * it is a service, which lasts until a signal ends it.
 */
final class Product {
    private static final int NOT_STARTED = 70;

    private final PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);

    /** The status of a shell whose bundle was refreshed; it is no exit status. */
    private static final int NEXT = Integer.MIN_VALUE;

    /** The status of a shell that has nothing to read while there is a page; no exit status. */
    private static final int SERVE = Integer.MIN_VALUE + 1;

    private TemporaryFolder storage;
    private boolean started;

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
        try {
            StartWatch watch = new StartWatch(StartWatch.limit(), this::giveUp);
            Path home = Path.of(System.getProperty("anabranch.home"));
            watch.step("making a temporary folder");
            storage = TemporaryFolder.create();
            System.setProperty("anabranch.temporary", storage.path().toString());
            System.setProperty("jline.tmpdir", storage.path().toString()); // of its native library
            ProductFramework framework = new ProductFramework(home, storage.path(), watch);
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(new ProductEnd(framework, storage, err), "anabranch end"));
            var shell = framework.start();
            watch.done();
            started = true;
            System.exit(talk(framework, shell, words));
        } catch (LaunchException failure) {
            giveUp(failure.getMessage());
        } catch (IOException failure) {
            giveUp("the temporary folder cannot be used: " + failure.getMessage());
        } catch (Throwable failure) {
            giveUp(ForeignThrowables.text(failure));
        }
    }

    /** Calls one shell after the other: each leaves in the map what the next goes on with. */
    private int talk(
            ProductFramework framework, ToIntFunction<Map<String, Object>> first, String... words)
            throws InterruptedException {
        Map<String, Object> talk = new HashMap<>();
        talk.put("words", words);
        int status = first.applyAsInt(talk);
        while (status == NEXT) {
            status = framework.nextShell().applyAsInt(talk);
        }
        if (status == SERVE) {
            err.println("anabranch: no input: the page stays until SIGTERM or Ctrl-C");
            framework.framework().waitForStop(0);
            return 0;
        }
        return status;
    }

    /** Whatever a library formats is read by another; digits of other scripts would break both. */
    private static void useLatinDigits() {
        Locale own = Locale.getDefault(Locale.Category.FORMAT);
        Locale.setDefault(
                Locale.Category.FORMAT,
                new Locale.Builder().setLocale(own).setUnicodeLocaleKeyword("nu", "latn").build());
    }

    private void giveUp(String why) {
        String what = started ? "anabranch: the shell has failed: " : "anabranch: not started: ";
        err.println(what + why.strip().replaceAll("\\s*\\R\\s*", " | "));
        if (storage != null) {
            storage.close();
        }
        Runtime.getRuntime().halt(NOT_STARTED);
    }
}
