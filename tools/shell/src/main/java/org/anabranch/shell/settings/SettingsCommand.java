package org.anabranch.shell.settings;

import org.anabranch.shell.commands.Manual;
import org.anabranch.shell.commands.Words;
import org.anabranch.shell.failure.AbsentException;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.shell.output.Columns;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Units;
import org.anabranch.spi.support.Setting;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import java.util.ArrayList;
import java.util.List;

/** The command {@code settings}. */
@Component(immediate = true, service = SettingsCommand.class)
@GogoCommand(scope = "anabranch", function = "settings")
public final class SettingsCommand {
    private static final Columns<Row> COLUMNS =
            new Columns<Row>()
                    .add("PID", row -> row.part().pid())
                    .add("key", row -> row.setting().key())
                    .add("value", Row::shown)
                    .add("unit", row -> row.setting().unit())
                    .add("range", row -> row.setting().range())
                    .add("default", row -> row.setting().usual())
                    .add("change", Row::change)
                    .add("set by", Row::from);
    private static final String SET = "set";
    private static final int SET_WORDS = 4;

    private final BundleContext context;

    /**
     * Starts.
     *
     * @param context of this bundle
     */
    @Activate
    public SettingsCommand(BundleContext context) {
        this.context = context;
    }

    /**
     * Lists settings, or changes one.
     *
     * @param markdown true for the table of the documentation
     * @param json true for JSON
     * @param words nothing, PIDs, or {@code set}, PID, key and value
     * @return a listing, or what a change does
     */
    @Descriptor("lists the settings of all parts, or sets one")
    @Manual(
            words = "[<PID>...] | set <PID> <key> <value>",
            notes = {
                "A PID may be given without 'org.anabranch.'. What is set holds until the shell"
                        + " ends; a line '<key> = <value>' in plugins/<PID>.cfg holds longer.",
                "A property anabranch.<part>.<key> of the framework or the JVM wins over both.",
                "'live' settings hold at once; a change of another restarts the part, which ends"
                        + " what programs have there."
            })
    public Object settings(
            @Descriptor("the table of the documentation, without values")
                    @Parameter(names = "--markdown", presentValue = "true", absentValue = "false")
                    boolean markdown,
            @Descriptor("one line of JSON instead of a table")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            @Descriptor("PIDs; all if none is given") String[] words) {
        List<Part> parts = Part.of(context);
        if (words.length > 0 && words[0].equals(SET)) {
            if (words.length != SET_WORDS) {
                throw new UsageException("settings set takes a PID, a key and a value");
            }
            return set(Part.named(parts, words[1]), words[2], words[3]);
        }
        Words.rejectOptions("settings", words);
        List<Part> chosen = new ArrayList<>();
        for (String word : words) {
            chosen.add(Part.named(parts, word));
        }
        chosen = words.length == 0 ? parts : chosen;
        return markdown ? markdown(chosen) : listing(chosen, json);
    }

    private List<Row> rows(Part part) {
        return part.settings().stream().map(one -> Row.of(context, part, one)).toList();
    }

    private Listing<Row> listing(List<Part> parts, boolean json) {
        List<Row> all = parts.stream().flatMap(part -> rows(part).stream()).toList();
        return new Listing<>(all, COLUMNS.table(all, new Units(true)), json ? Row::json : null);
    }

    private String markdown(List<Part> parts) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append("## ").append(part.pid()).append("\n\n");
            text.append("| key | meaning | default | unit | range | change |\n");
            text.append("|---|---|---|---|---|---|\n");
            rows(part).forEach(row -> text.append(row.line()));
            text.append('\n');
        }
        return text.toString().strip();
    }

    private String set(Part part, String key, String value) {
        Setting setting = part.setting(key);
        Row before = Row.of(context, part, setting);
        Object taken = setting.read(value);
        if (taken == null) {
            throw new UsageException(
                    "%s: %s = %s is refused: it must be %s; %s stays"
                            .formatted(part.pid(), key, value, setting.range(), before.holds()));
        }
        if (before.isProperty()) {
            throw new UsageException(
                    "%s: the property %s = %s wins over what is set here"
                            .formatted(part.pid(), before.from(), before.value()));
        }
        if (!Configurations.present(context)) {
            throw new AbsentException("there is no Configuration Admin, which would hold it");
        }
        Configurations.set(context, part.pid(), key, taken);
        return part.pid()
                + ": "
                + key
                + " = "
                + taken
                + (setting.live() ? ", from now on" : "; it restarts with that");
    }
}
