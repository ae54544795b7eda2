package org.anabranch.seeing.report;

import java.util.List;
import java.util.Map;

/**
 * What a report says of the run beside its events.
 *
 * @param title for people
 * @param command what was typed to run it
 * @param outcome how it ended, in words
 * @param machine what it ran on
 * @param settings what was set
 * @param workers of the host, or 0 if only those are known that did something
 * @param files others that were written of the same run
 */
public record About(
        String title,
        String command,
        String outcome,
        Map<String, String> machine,
        Map<String, String> settings,
        int workers,
        List<String> files) {}
