package org.anabranch.product;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A process on a terminal of its own, as a person at a keyboard has it: the C library opens the
 * pseudo-terminal and starts the process as the leader of a session, so that a Ctrl-C typed here is
 * a signal there. Needs nothing but Linux and a JDK: {@code script} is not installed everywhere,
 * and what JLine opens is no controlling terminal of the process.
 */
final class PseudoTerminal implements AutoCloseable {
    private static final int READ_WRITE = 2;
    private static final int NO_CONTROLLING_TERMINAL = 0x100;

    /** Else the child has what its terminal hangs on, and it would never hang up. */
    private static final int CLOSE_ON_EXEC = 0x80000;

    private static final long SET_WINDOW_SIZE = 0x5414;
    private static final short NEW_SESSION = 0x80;
    private static final int KILL = 9;
    private static final int LARGER_THAN_ANY_STRUCT = 1024;
    private static final int ROWS = 24;
    private static final Pattern CONTROL =
            Pattern.compile(
                    "\u001b(?:\\[[0-9;?]*[@-~&&[^0-9;?]]|\\][^\u0007]*\u0007|[()][A-Z0-9]|[=>78M])");

    private final Arena arena = Arena.ofShared();
    private final int master;
    private final int process;
    private final StringBuilder output = new StringBuilder();
    private final Thread reader;
    private String pending = "";
    private int status = -1;
    private int seen;
    private volatile boolean hungUp;

    /** Starts a command. */
    PseudoTerminal(int columns, List<String> command, Map<String, String> environment, Path input)
            throws Throwable {
        master =
                (int)
                        call("posix_openpt", JAVA_INT)
                                .invoke(READ_WRITE | NO_CONTROLLING_TERMINAL | CLOSE_ON_EXEC);
        require(master >= 0, "posix_openpt");
        require((int) call("grantpt", JAVA_INT).invoke(master) == 0, "grantpt");
        require((int) call("unlockpt", JAVA_INT).invoke(master) == 0, "unlockpt");
        resize(columns);
        process = spawn(command, environment, input);
        reader = Thread.ofPlatform().daemon().name("terminal").start(this::read);
    }

    /** Makes the window as wide as that. */
    void resize(int columns) throws Throwable {
        MemorySegment size = arena.allocate(4 * JAVA_SHORT.byteSize());
        size.setAtIndex(JAVA_SHORT, 0, (short) ROWS);
        size.setAtIndex(JAVA_SHORT, 1, (short) columns);
        MethodHandle ioctl =
                Linker.nativeLinker()
                        .downcallHandle(
                                Linker.nativeLinker().defaultLookup().findOrThrow("ioctl"),
                                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                                Linker.Option.firstVariadicArg(2));
        require((int) ioctl.invoke(master, SET_WINDOW_SIZE, size) == 0, "ioctl");
    }

    private int spawn(List<String> command, Map<String, String> environment, Path input)
            throws Throwable {
        MemorySegment name = arena.allocate(256);
        require(
                (int) call("ptsname_r", JAVA_INT, ADDRESS, JAVA_LONG).invoke(master, name, 256L)
                        == 0,
                "ptsname_r");
        MemorySegment attributes = arena.allocate(LARGER_THAN_ANY_STRUCT);
        call("posix_spawnattr_init", ADDRESS).invoke(attributes);
        call("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT).invoke(attributes, NEW_SESSION);
        List<String> variables =
                environment.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList();
        MemorySegment id = arena.allocate(JAVA_INT);
        int failure =
                (int)
                        call("posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS)
                                .invoke(
                                        id,
                                        arena.allocateFrom(command.getFirst()),
                                        opens(name, input),
                                        attributes,
                                        strings(command),
                                        strings(variables));
        require(failure == 0, "posix_spawn: " + failure);
        return id.get(JAVA_INT, 0);
    }

    /** What the child opens as its standard streams. */
    private MemorySegment opens(MemorySegment terminal, Path input) throws Throwable {
        MemorySegment actions = arena.allocate(LARGER_THAN_ANY_STRUCT);
        call("posix_spawn_file_actions_init", ADDRESS).invoke(actions);
        MethodHandle open =
                call(
                        "posix_spawn_file_actions_addopen",
                        ADDRESS,
                        JAVA_INT,
                        ADDRESS,
                        JAVA_INT,
                        JAVA_INT);
        // the first open of a session leader makes the terminal its own
        for (int descriptor : new int[] {1, 2, 0}) {
            boolean file = descriptor == 0 && input != null;
            MemorySegment path = file ? arena.allocateFrom(input.toString()) : terminal;
            open.invoke(actions, descriptor, path, file ? 0 : READ_WRITE, 0);
        }
        return actions;
    }

    private MemorySegment strings(List<String> texts) {
        MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return array;
    }

    private static MethodHandle call(String function, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function),
                FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static MethodHandle transfer(String function) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function),
                FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    private void read() {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment bytes = own.allocate(4096);
            MethodHandle read = transfer("read");
            long count;
            while (!hungUp && (count = (long) read.invoke(master, bytes, bytes.byteSize())) > 0) {
                byte[] copy =
                        bytes.asSlice(0, count).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
                synchronized (output) {
                    add(new String(copy, StandardCharsets.UTF_8));
                    output.notifyAll();
                }
            }
            if (hungUp) {
                call("close", JAVA_INT).invoke(master);
            }
            MemorySegment word = own.allocate(JAVA_INT);
            call("waitpid", JAVA_INT, ADDRESS, JAVA_INT).invoke(process, word, 0);
            synchronized (output) {
                int ended = word.get(JAVA_INT, 0);
                status = (ended & 0x7f) == 0 ? ended >> 8 & 0xff : 128 + (ended & 0x7f);
                output.notifyAll();
            }
        } catch (Throwable failure) {
            synchronized (output) {
                output.append("\n").append(failure);
                output.notifyAll();
            }
        }
    }

    /** Types. */
    void type(String keys) throws Throwable {
        try (Arena own = Arena.ofConfined()) {
            byte[] bytes = keys.getBytes(StandardCharsets.UTF_8);
            MemorySegment text = own.allocate(bytes.length);
            text.copyFrom(MemorySegment.ofArray(bytes));
            transfer("write").invoke(master, text, (long) bytes.length);
        }
    }

    /**
     * Waits until a text is on the screen, after what was waited for before.
     *
     * @return what is new, up to the text, without control sequences
     */
    String await(String text) throws InterruptedException {
        long limit = System.nanoTime() + 60_000_000_000L;
        synchronized (output) {
            while (true) {
                String plain = plain();
                int at = plain.indexOf(text, Math.min(seen, plain.length()));
                if (at >= 0) {
                    String fresh = plain.substring(seen, at + text.length());
                    seen = at + text.length();
                    return fresh;
                }
                long left = limit - System.nanoTime();
                if (left <= 0 || status >= 0) {
                    throw new AssertionError(
                            "no '"
                                    + text
                                    + "' after: "
                                    + plain.substring(Math.min(seen, plain.length())));
                }
                output.wait(left / 1_000_000 + 1);
            }
        }
    }

    /** Adds what came, without control sequences; one that is not complete waits for its end. */
    private void add(String text) {
        pending += text;
        int escape = pending.lastIndexOf('\u001b');
        String complete = pending;
        if (escape >= 0 && !CONTROL.matcher(pending.substring(escape)).lookingAt()
                || pending.endsWith("\r")) {
            complete = pending.substring(0, escape >= 0 ? escape : pending.length() - 1);
        }
        pending = pending.substring(complete.length());
        output.append(CONTROL.matcher(complete).replaceAll("").replace("\r\n", "\n"));
    }

    private String plain() {
        return output.toString();
    }

    /** {@return all of the output so far, without control sequences} */
    String all() {
        synchronized (output) {
            return plain();
        }
    }

    /** {@return the exit status of the process, 128 and more for a signal} */
    int status() throws InterruptedException {
        long limit = System.nanoTime() + 60_000_000_000L;
        synchronized (output) {
            while (status < 0) {
                long left = limit - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("has not ended; its output: " + plain());
                }
                output.wait(left / 1_000_000 + 1);
            }
            return status;
        }
    }

    /** Closes the window while the process runs and echoes what is typed. */
    void hangUp() throws Throwable {
        hungUp = true;
        type(" "); // wakes the reader: what is being read cannot be closed
    }

    @Override
    public void close() {
        try {
            if (reader.isAlive()) {
                call("kill", JAVA_INT, JAVA_INT).invoke(process, KILL);
            }
            reader.join();
            if (!hungUp) {
                call("close", JAVA_INT).invoke(master);
            }
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
        arena.close();
    }
}
