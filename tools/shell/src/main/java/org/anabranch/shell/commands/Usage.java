package org.anabranch.shell.commands;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The description of a command that takes its words by itself, such as {@code lists the cards:
 * mic:cards [--json]. With a sentence more.}
 *
 * @param synopsis the command and what it takes; the name alone if the description does not say
 * @param text the description without that
 */
record Usage(String synopsis, String text) {
    private static final String END = "(?:\\. (?=\\p{Lu})|$)";

    /** The name in the description has no scope where that is ours. */
    static Usage of(String full, String description) {
        String name = full.replaceFirst("^" + CommandDirectory.OURS + ":", "");
        Matcher found =
                Pattern.compile("(?s)[:;] (" + Pattern.quote(name) + " .*?)" + END)
                        .matcher(description);
        if (!found.find()) {
            return new Usage("", description);
        }
        String rest = description.substring(found.end()).strip();
        String what = description.substring(0, found.start());
        return new Usage(found.group(1), rest.isEmpty() ? what : what + ". " + rest);
    }

    /** {@return the first sentence, or the first part of it} */
    String first() {
        return text.split("(?<=[.]) |; ", 2)[0];
    }
}
