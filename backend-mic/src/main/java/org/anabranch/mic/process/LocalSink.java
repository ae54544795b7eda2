package org.anabranch.mic.process;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.Deadline;
import org.anabranch.mic.link.Folders;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Frames;
import org.anabranch.mic.link.Greeting;
import org.anabranch.mic.link.Scarcity;
import org.anabranch.mic.link.Window;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.settings.MicSettings;
import org.anabranch.mic.sink.CardMain;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.UninterruptedCommand;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A card as a child process. It is given a folder that only this user can enter, with the socket to
 * report at; a token on standard input, which is on no command line and in no file; and a window in
 * shared memory, whose file is removed as soon as both have it mapped. A Ctrl-C in the terminal
 * does not reach it.
 */
public record LocalSink(MicSettings settings, BundleContents bundles) implements SinkPlace {
    private static final String PREFIX = "anabranch-mic-";
    private static final String CRASH = "crash";
    private static final int LAST_BYTES = 4000;

    @Override
    public SinkLink connect(CardProperties card) throws DeviceException {
        Path folder = null;
        Process process = null;
        SinkLink link = null;
        try {
            folder =
                    Files.createTempDirectory(
                            PREFIX + ProcessHandle.current().pid() + "-",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rwx------")));
            byte[] token = new byte[Greeting.TOKEN];
            new SecureRandom().nextBytes(token);
            SinkLink greeted;
            try (SinkGate gate = new SinkGate(folder.resolve("socket"), token)) {
                process = start(folder, token);
                greeted = greet(card, gate, folder, process);
            }
            link = greeted;
            return link;
        } catch (IOException | RuntimeException cause) {
            String words = folder == null ? "" : lastWords(folder);
            throw new DeviceException(
                    card.id()
                            + " does not start: "
                            + cause.getMessage()
                            + (words.isEmpty() ? "" : "; it said: " + words),
                    cause);
        } finally {
            if (link == null) {
                discard(process, folder);
            }
        }
    }

    private Process start(Path folder, byte[] token) throws IOException {
        String path = SinkClassPath.write(folder, bundles);
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData", // it would leave a file when killed
                        "-XX:ErrorFile=" + folder.resolve(CRASH),
                        "-Djava.io.tmpdir=" + folder,
                        "-Djdk.serialFilter=!*",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        path,
                        CardMain.class.getName(),
                        folder.resolve("socket").toString());
        ProcessBuilder builder =
                new ProcessBuilder(UninterruptedCommand.of(command)).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_TOOL_OPTIONS"));
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile());
        Process process = builder.start();
        try {
            OutputStream standardInput = process.getOutputStream();
            standardInput.write(token);
            standardInput.flush();
            return process;
        } catch (IOException | RuntimeException | Error gone) {
            process.destroyForcibly();
            throw gone;
        }
    }

    private SinkLink greet(CardProperties card, SinkGate gate, Path folder, Process process)
            throws IOException {
        Frames frames = gate.accept(Duration.ofMillis(settings.startDeadline()), process::isAlive);
        Path file = Path.of(settings.sharedMemory(), folder.getFileName().toString());
        Window window = null;
        try {
            window = Window.create(file, settings.window());
            frames.use(window);
            FrameWriter welcome = card.put(new FrameWriter(FrameKind.WELCOME));
            Deadline.within(
                    Duration.ofMillis(settings.startDeadline()),
                    frames,
                    () -> {
                        frames.send(welcome.putText(file.toString()).putLong(settings.window()));
                        return Greeting.expect(frames, FrameKind.READY);
                    });
            return new Child(frames, window, process, folder);
        } catch (IOException | RuntimeException | Error failure) {
            frames.close();
            if (window != null) {
                window.close();
            }
            throw failure;
        } finally {
            remove(file);
        }
    }

    /** Leaves nothing behind; waits for memory, if need be. */
    private static void discard(Process process, Path folder) {
        while (true) {
            try {
                if (process != null) {
                    process.destroyForcibly();
                    awaitEnd(process, 2000);
                } else if (folder != null) {
                    killIn(folder);
                }
                if (folder != null) {
                    Folders.remove(folder);
                }
                return;
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
        }
    }

    /** Where memory ran out when a process had been started, only the system knows of it. */
    private static void killIn(Path folder) {
        ProcessHandle.current()
                .children()
                .filter(child -> isIn(folder, child))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean isIn(Path folder, ProcessHandle child) {
        try {
            return Files.isSameFile(Path.of("/proc/" + child.pid() + "/cwd"), folder);
        } catch (IOException gone) {
            return false;
        }
    }

    /** Waits for memory, if need be. */
    private static void remove(Path file) throws IOException {
        while (true) {
            try {
                Files.deleteIfExists(file);
                return;
            } catch (OutOfMemoryError full) {
                Scarcity.pause();
            }
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
            List<String> lines = tail(folder.resolve("output")).lines().toList();
            return String.join(" | ", lines.subList(Math.max(0, lines.size() - 4), lines.size()));
        } catch (IOException | RuntimeException none) {
            return "";
        }
    }

    /** The end of what it has written, since kernels may write without end. */
    private static String tail(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer bytes = ByteBuffer.allocate(LAST_BYTES);
            channel.position(Math.max(0, channel.size() - LAST_BYTES));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
            return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        }
    }

    private record Child(Frames frames, Window window, Process child, Path folder)
            implements SinkLink {
        private static final long GRACE_MILLIS = 3000;
        private static final long END_MILLIS = 500;
        private static final int LEAST_SIGNAL = 128; // exit status of who a signal has ended

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
        public Optional<Crash> crash() {
            Optional<Crash> crash = Crash.read(folder.resolve(CRASH));
            if (crash.isPresent() || !awaitEnd(child, END_MILLIS)) {
                return crash;
            }
            int status = child.exitValue();
            return status > LEAST_SIGNAL ? Optional.empty() : Optional.of(Crash.exit(status));
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
                BackendLog.say(
                        LocalSink.class,
                        System.Logger.Level.DEBUG,
                        "closing standard input",
                        closed);
            }
            Folders.remove(folder);
        }
    }
}
