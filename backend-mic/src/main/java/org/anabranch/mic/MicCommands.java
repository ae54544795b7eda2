package org.anabranch.mic;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The shell's view of the cards. */
@Component(
        service = MicCommands.class,
        property = {
            "osgi.command.scope=mic",
            "osgi.command.function=cards",
            "anabranch.command.help=cards: lists the cards with their processes and domains"
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
     * @return a line for each
     */
    public String cards() {
        String lines = String.join("\n", backend.report());
        return lines.isBlank() ? "no card is configured; docs/mic.md says how to" : lines;
    }
}
