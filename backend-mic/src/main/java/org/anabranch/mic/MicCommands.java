package org.anabranch.mic;

import org.anabranch.api.ProgramException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The shell's view of the cards. */
@Component(
        service = MicCommands.class,
        property = {
            "osgi.command.scope=mic",
            "osgi.command.function=cards",
            "anabranch.command.help=cards: lists the cards with their processes and domains:"
                    + " mic:cards [--json]"
        })
public final class MicCommands {
    private final MicBackend backend;

    /**
     * The service.
     *
     * @param backend whose cards are shown
     */
    @Activate
    public MicCommands(@Reference MicBackend backend) {
        this.backend = backend;
    }

    /**
     * {@code mic:cards}: process, generation, domains and over-subscription of each card.
     *
     * @param words {@code --json}, or nothing
     * @return a line for each, or data with {@code --json}
     */
    public Object cards(String... words) {
        if (words.length == 1 && words[0].equals("--json")) {
            return backend.data();
        }
        if (words.length > 0) {
            throw new ProgramException("mic:cards takes --json or nothing, not '" + words[0] + "'");
        }
        String lines = String.join("\n", backend.report());
        return lines.isBlank() ? "no card is configured; docs/mic.md says how to" : lines;
    }
}
