package org.anabranch.seeing.report;

import java.util.List;
import java.util.Map;

/**
 * The information in a report that does not come from events.
 *
 * @param title for people
 * @param command the command line that ran it
 * @param outcome how it ended, in words
 * @param machine description of the machine
 * @param settings the settings
 * @param workers of the host, or 0 if only active ones are known
 * @param files other files written for the same run
 */
public record About(
        String title,
        String command,
        String outcome,
        Map<String, String> machine,
        Map<String, String> settings,
        int workers,
        List<String> files) {}
