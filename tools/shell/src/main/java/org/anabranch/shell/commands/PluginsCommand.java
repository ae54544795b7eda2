package org.anabranch.shell.commands;

import org.anabranch.shell.failure.AbsentException;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Units;
import org.anabranch.spi.PluginHost;
import org.anabranch.spi.PluginHost.Report;
import org.anabranch.spi.support.Json;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.util.List;
import java.util.Locale;

/** The command {@code plugins}. */
@Component(immediate = true, service = PluginsCommand.class)
@GogoCommand(scope = "anabranch", function = "plugins")
public final class PluginsCommand {
    private static final Columns<Report> COLUMNS =
            new Columns<Report>()
                    .add("file", Report::file)
                    .add("bundle", Report::name)
                    .add("version", Report::version)
                    .add("state", one -> one.state().name().toLowerCase(Locale.ROOT))
                    .add("reason", Report::reason);

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile PluginHost host;

    /**
     * Lists the jars of the folder of plugins.
     *
     * @param json whether to give JSON
     * @param words none
     * @return their states
     */
    @Descriptor("lists the jars in plugins/, and why one is not used or which are there twice")
    public Listing<Report> plugins(
            @Descriptor("one line of JSON instead of a table")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            String[] words) {
        Words.rejectAll("plugins", words);
        PluginHost present = host;
        if (present == null) {
            throw new AbsentException(
                    "no folder of plugins is watched here; 'felix:lb' lists the bundles");
        }
        List<Report> plugins = present.plugins();
        return plugins.isEmpty() && !json
                ? new Listing<>(plugins, columns -> "there is no jar in the folder of plugins\n")
                : new Listing<>(
                        plugins, COLUMNS.table(plugins, new Units(false)), json ? Json::row : null);
    }
}
