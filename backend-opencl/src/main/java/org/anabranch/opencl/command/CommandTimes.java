package org.anabranch.opencl.command;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.Json;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The times of commands as the driver's profiling queues give them, written as a Chrome trace when
 * the device closes: a row per queue, so that overlap can be seen. Times are the device's clock.
 * Used by the poller, then by the thread that closes the device.
 */
public final class CommandTimes {
    private static final int START = 0x1282;
    private static final int END = 0x1283;
    private static final int MOST = 1_000_000;

    private final String device;
    private final Path file;
    private final List<Entry> entries = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment value = arena.allocate(JAVA_LONG);

    private record Entry(String name, int queue, long start, long end) {}

    /**
     * Creates.
     *
     * @param device id of the device; the file is named after it
     * @param folder where the file will be, made if it is not there
     */
    public CommandTimes(String device, String folder) {
        this.device = device;
        this.file = Path.of(folder, device.replace(':', '-') + ".json");
    }

    /** Notes a command that has ended and whose event is still there; at most a million. */
    void add(QueuedCommand command) {
        if (command.event != 0 && entries.size() < MOST) {
            long start = time(command.event, START);
            long end = time(command.event, END);
            entries.add(new Entry(command.description(), command.queue, start, end));
        }
    }

    private long time(long event, int property) {
        int status = ClFunction.GET_PROFILING_INFO.status(event, property, 8L, value.address(), 0L);
        return status == ClStatus.SUCCESS ? value.get(JAVA_LONG, 0) : 0;
    }

    /** Writes the file; a failure is a line in the log. */
    void write() {
        long origin = entries.stream().mapToLong(Entry::start).min().orElse(0);
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "{\"name\":%s,\"ph\":\"X\",\"pid\":\"%s\",\"tid\":%d,"
                                    + "\"ts\":%.3f,\"dur\":%.3f}",
                            Json.of(entry.name),
                            device,
                            entry.queue,
                            (entry.start - origin) / 1e3,
                            (entry.end - entry.start) / 1e3));
        }
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "[" + String.join(",\n", lines) + "]\n");
        } catch (IOException refused) {
            BackendLog.say(
                    CommandTimes.class,
                    Level.WARNING,
                    "cannot write the timeline of " + device,
                    refused);
        }
        arena.close();
    }
}
