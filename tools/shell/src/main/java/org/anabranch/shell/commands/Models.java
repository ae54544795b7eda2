package org.anabranch.shell.commands;

import org.anabranch.spi.NamedDevices;

import java.util.List;

/** What is a domain only while somebody names it, in words. */
final class Models {
    private Models() {}

    /** {@return a sentence for one who looks for such a domain, else an empty string} */
    static String whileNamed(List<NamedDevices> models, String name) {
        return models.stream()
                .map(NamedDevices::kind)
                .filter(kind -> name.equals(kind) || name.startsWith(kind + ":"))
                .findFirst()
                .map(kind -> " " + kind + " is one while a command names it ('help domains').")
                .orElse("");
    }
}
