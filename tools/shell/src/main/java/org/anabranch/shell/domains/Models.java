package org.anabranch.shell.domains;

import org.anabranch.spi.NamedDevices;

import java.util.Collection;

/** Descriptions of devices that are domains only while a user names them. */
public final class Models {
    private Models() {}

    /** {@return a sentence for one who looks for such a domain, else an empty string} */
    public static String whileNamed(Collection<NamedDevices> models, String name) {
        return models.stream()
                .filter(devices -> devices.kind().equals(name.replaceFirst(":.*", "")))
                .findFirst()
                .map(
                        devices ->
                                " There while a command names them: "
                                        + String.join(", ", devices.ids())
                                        + " ('help domains').")
                .orElse("");
    }
}
