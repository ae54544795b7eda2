package org.anabranch.mic;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Window;
import org.anabranch.mic.sink.CardMain;
import org.anabranch.spi.DeviceException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A card as a child process. It is given a folder that only this user can enter, with the socket to
 * report at; a token on standard input, which is on no command line and in no file; and a window in
 * shared memory, whose file is removed as soon as both have it mapped.
 */
final class LocalSink implements SinkPlace {
    private static final String PREFIX = "anabranch-mic-";

    private final MicSettings settings;
    private final BundleContents bundles;

    LocalSink(MicSettings settings, BundleContents bundles) {
        this.settings = settings;
        this.bundles = bundles;
    }

    @Override
    public Link connect(CardProperties card) throws DeviceException {
        Path folder = null;
        Process process = null;
        try {
            folder =
                    Files.createTempDirectory(
                            PREFIX + ProcessHandle.current().pid() + "-",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rwx------")));
            byte[] token = new byte[Greeting.TOKEN];
            new SecureRandom().nextBytes(token);
            try (SinkGate gate = new SinkGate(folder.resolve("socket"), token)) {
                process = start(folder, token);
                return greet(card, gate, folder, process);
            }
        } catch (IOException | RuntimeException cause) {
            String words = folder == null ? "" : lastWords(folder);
            discard(process, folder);
            throw new DeviceException(
                    card.id()
                            + " does not start: "
                            + cause.getMessage()
                            + (words.isEmpty() ? "" : "; it said: " + words),
                    cause);
        }
    }

    private Process start(Path folder, byte[] token) throws IOException {
        String path = SinkClassPath.write(folder, bundles);
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData", // it would leave a file when killed
                        "-XX:ErrorFile=" + folder.resolve("crash"),
                        "-Djava.io.tmpdir=" + folder,
                        "-Djdk.serialFilter=!*",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        path,
                        CardMain.class.getName(),
                        folder.resolve("socket").toString());
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_TOOL_OPTIONS"));
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile());
        Process process = builder.start();
        try {
            OutputStream standardInput = process.getOutputStream();
            standardInput.write(token);
            standardInput.flush();
            return process;
        } catch (IOException gone) {
            process.destroyForcibly();
            throw gone;
        }
    }

    private Link greet(CardProperties card, SinkGate gate, Path folder, Process process)
            throws IOException {
        Frames frames = gate.accept(Duration.ofMillis(settings.startDeadline()), process::isAlive);
        Path file = Path.of(settings.sharedMemory(), folder.getFileName().toString());
        Window window = null;
        try {
            window = Window.create(file, settings.window());
            frames.use(window);
            Message welcome = card.put(new Message(Kind.WELCOME));
            frames.send(welcome.putText(file.toString()).putLong(settings.window()));
            Greeting.expect(frames, Kind.READY);
            return new Child(frames, window, process, folder);
        } catch (IOException | RuntimeException failure) {
            frames.close();
            if (window != null) {
                window.close();
            }
            throw failure;
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void discard(Process process, Path folder) {
        if (process != null) {
            process.destroyForcibly();
            awaitEnd(process, 2000);
        }
        if (folder != null) {
            Folders.remove(folder);
        }
    }

    private static boolean awaitEnd(Process process, long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String lastWords(Path folder) {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("output"));
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - 4), lines.size()));
        } catch (IOException | RuntimeException none) {
            return "";
        }
    }

    private record Child(Frames frames, Window window, Process child, Path folder) implements Link {
        private static final long GRACE_MILLIS = 3000;

        @Override
        public String process() {
            return "process " + child.pid();
        }

        @Override
        public void onEnd(Runnable action) {
            var unused = child.onExit().thenRun(action);
        }

        @Override
        public String lastWords() {
            return LocalSink.lastWords(folder);
        }

        @Override
        public void kill() {
            child.destroyForcibly();
        }

        @Override
        public void end() {
            if (!awaitEnd(child, GRACE_MILLIS)) {
                child.destroyForcibly();
                awaitEnd(child, GRACE_MILLIS);
            }
            try {
                child.getOutputStream().close();
            } catch (IOException closed) {
                System.getLogger(LocalSink.class.getName())
                        .log(System.Logger.Level.DEBUG, "closing standard input", closed);
            }
            Folders.remove(folder);
        }
    }
}
