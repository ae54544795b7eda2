package org.anabranch.k2h.device;

import org.anabranch.api.ProgramException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The shell commands that show the boards in use. */
@Component(
        service = K2hCommands.class,
        property = {
            "osgi.command.scope=k2h",
            "osgi.command.function=queues",
            "osgi.command.function=cores",
            "osgi.command.function=stats",
            "anabranch.command.help=queues: lists the hardware queues of each board and how long"
                    + " they are: k2h:queues [--json]",
            "anabranch.command.help=cores: lists the cores of each board and whether they are free:"
                    + " k2h:cores [--json]",
            "anabranch.command.help=stats: prints what each core of each board has counted:"
                    + " k2h:stats [--json]"
        })
public final class K2hCommands {
    private static final String JSON = "--json";
    private final K2hBackend backend;

    /**
     * Creates the commands.
     *
     * @param boards the backend whose boards to show
     */
    @Activate
    public K2hCommands(@Reference(service = K2hBoards.class) Supplier<K2hBackend> boards) {
        this.backend = boards.get();
    }

    /**
     * Shows the open queues of each board in use, with purpose and length.
     *
     * @param words {@code --json}, or nothing
     * @return text, or data with {@code --json}
     */
    public Object queues(String... words) {
        return perBoard("queues", words, BoardView::queues, BoardView::queueData);
    }

    /**
     * Shows the cores of each board in use, and which of them search for work.
     *
     * @param words {@code --json}, or nothing
     * @return text, or data with {@code --json}
     */
    public Object cores(String... words) {
        return perBoard("cores", words, BoardView::cores, BoardView::coreData);
    }

    /**
     * Shows the counts of each core of each board in use.
     *
     * @param words {@code --json}, or nothing
     * @return text, a row per core, or data with {@code --json}
     */
    public Object stats(String... words) {
        return perBoard("stats", words, BoardView::stats, BoardView::statData);
    }

    private Object perBoard(
            String command,
            String[] words,
            Function<BoardView, String> text,
            Function<BoardView, Map<String, Object>> data) {
        List<BoardView> boards = backend.opened().stream().map(BoardView::new).toList();
        if (Arrays.equals(words, new String[] {JSON})) {
            return boards.stream().map(data).toArray(Map<?, ?>[]::new);
        }
        if (words.length > 0) {
            throw new ProgramException(
                    "k2h:" + command + " takes --json or nothing, not '" + words[0] + "'");
        }
        return boards.isEmpty()
                ? "no board is in use"
                : boards.stream().map(text).collect(Collectors.joining("\n"));
    }
}
