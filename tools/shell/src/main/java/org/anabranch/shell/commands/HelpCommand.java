package org.anabranch.shell.commands;

import org.anabranch.shell.failure.Failure;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.support.Spelling;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command {@code help}: one for the commands of every bundle. It reads the descriptions that
 * Gogo's own help reads, and {@link Manual}.
 */
@Component(immediate = true, service = HelpCommand.class)
@GogoCommand(scope = "anabranch", function = "help")
public final class HelpCommand {
    private static final int INDENT = 4;
    private static final int WIDEST_NAME = 18;
    private static final List<String> OTHERS = List.of("gogo", "felix", "scr", "osgi");

    /** Not commands, but who asks about one may take it for that. */
    private final JobDirectory jobs;

    private final BundleContext context;

    /**
     * Starts.
     *
     * @param context of this bundle
     * @param jobs of all bundles
     */
    @Activate
    public HelpCommand(BundleContext context, @Reference JobDirectory jobs) {
        this.jobs = jobs;
        this.context = context;
    }

    /**
     * Explains.
     *
     * @param session whose commands
     * @param words a command, or nothing
     * @return the text
     */
    @Descriptor("lists the commands, or explains one")
    @Manual(words = "[<command>]")
    public String help(
            CommandSession session,
            @Descriptor("the command to explain; all if none is given") String[] words) {
        Words.rejectOptions("help", words);
        if (words.length > 1) {
            throw new UsageException("help explains one command at a time");
        }
        CommandDirectory commands = new CommandDirectory(session, context);
        int width = Screen.of(session).prose();
        return words.length == 0
                ? overview(commands, width)
                : explanation(commands, words[0], width);
    }

    private static String overview(CommandDirectory commands, int width) {
        List<String> names =
                commands.names().stream()
                        .filter(name -> !commands.description(name).isEmpty())
                        .filter(name -> !OTHERS.contains(scope(name)))
                        .filter(name -> !scope(name).equals("context"))
                        .sorted(Comparator.comparing(HelpCommand::order))
                        .toList();
        int column =
                2
                        + names.stream()
                                .mapToInt(name -> brief(name).length())
                                .filter(length -> length <= WIDEST_NAME)
                                .max()
                                .orElse(0);
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            String padded = brief(name) + " ".repeat(Math.max(2, column - brief(name).length()));
            String first = Usage.of(name, commands.description(name)).first();
            text.append(Wording.wrapped(padded, column, first, width));
        }
        text.append(otherScopes(commands, width));
        return text.append('\n')
                .append(
                        Wording.wrapped(
                                "",
                                0,
                                "'help <command>' says more of one. Every command takes --trace,"
                                    + " which shows where a failure comes from. 'exit' or Ctrl-D"
                                    + " leaves.",
                                width))
                .toString()
                .stripTrailing();
    }

    private static String otherScopes(CommandDirectory commands, int width) {
        StringBuilder text = new StringBuilder();
        for (String scope : OTHERS) {
            String all =
                    commands.names().stream()
                            .filter(name -> scope(name).equals(scope) && !name.contains(":_"))
                            .map(name -> name.substring(name.indexOf(':') + 1))
                            .collect(Collectors.joining(" "));
            if (!all.isEmpty()) {
                text.append('\n').append(Wording.wrapped(scope + ": ", INDENT, all, width));
            }
        }
        return text.toString();
    }

    private static String order(String name) {
        return scope(name).equals(CommandDirectory.OURS) ? " " + name : name;
    }

    private static String scope(String name) {
        return name.substring(0, name.indexOf(':'));
    }

    private static String brief(String name) {
        return scope(name).equals(CommandDirectory.OURS)
                ? name.substring(name.indexOf(':') + 1)
                : name;
    }

    private String explanation(CommandDirectory commands, String word, int width) {
        Optional<String> found = commands.find(word);
        if (found.isEmpty() && jobs.names().contains(word)) {
            throw new UsageException(Failure.noCommand(word));
        }
        if (found.isEmpty()) {
            List<String> known = commands.names().stream().map(HelpCommand::brief).toList();
            throw new UsageException(
                    "no command '"
                            + word
                            + "'; 'help' lists them."
                            + Spelling.didYouMean(word, known));
        }
        String name = found.get();
        String description = Usage.of(name, commands.description(name)).text();
        StringBuilder text =
                new StringBuilder(Wording.wrapped("", INDENT, synopsis(commands, name), width));
        text.append(
                indented(
                        description.isEmpty()
                                ? "its bundle does not describe it; '" + word + " -?' may"
                                : description,
                        width));
        explained(commands, name).ifPresent(method -> addDetails(text, method, width));
        return text.toString().stripTrailing();
    }

    private static void addDetails(StringBuilder text, Method method, int width) {
        List<Annotation[]> options = options(method).toList();
        if (!options.isEmpty()) {
            text.append('\n');
            options.forEach(option -> text.append(option(option, width)));
        }
        Manual manual = method.getAnnotation(Manual.class);
        for (String note : manual == null ? new String[0] : manual.notes()) {
            text.append('\n').append(indented(note, width));
        }
    }

    private static Optional<Method> explained(CommandDirectory commands, String name) {
        return commands.methods(name).stream()
                .filter(method -> method.isAnnotationPresent(Descriptor.class))
                .findFirst();
    }

    /** {@return the synopsis of a command: one line with its options and words} */
    public static String synopsis(CommandDirectory commands, String name) {
        String told = Usage.of(name, commands.description(name)).synopsis();
        if (!told.isEmpty()) {
            return told;
        }
        StringBuilder text = new StringBuilder(brief(name));
        explained(commands, name)
                .ifPresent(
                        method -> {
                            options(method)
                                    .forEach(
                                            parameter ->
                                                    text.append(" [")
                                                            .append(notation(parameter))
                                                            .append(']'));
                            Manual manual = method.getAnnotation(Manual.class);
                            boolean words = manual != null && !manual.words().isEmpty();
                            text.append(words ? " " + manual.words() : "");
                        });
        return text.toString();
    }

    private static Stream<Annotation[]> options(Method method) {
        return Arrays.stream(method.getParameterAnnotations())
                .filter(annotations -> CommandDirectory.find(annotations, Parameter.class) != null);
    }

    private static String option(Annotation[] annotations, int width) {
        Descriptor descriptor = CommandDirectory.find(annotations, Descriptor.class);
        String names =
                String.join(", ", CommandDirectory.find(annotations, Parameter.class).names());
        String head = " ".repeat(INDENT) + names + "  ";
        return Wording.wrapped(
                head, 2 * INDENT, descriptor == null ? "" : descriptor.value(), width);
    }

    private static String notation(Annotation[] annotations) {
        Parameter parameter = CommandDirectory.find(annotations, Parameter.class);
        String longest =
                Stream.of(parameter.names())
                        .max(Comparator.comparing(String::length))
                        .orElseThrow();
        boolean flag = !parameter.presentValue().equals(Parameter.UNSPECIFIED);
        return longest + (flag ? "" : " <" + longest.substring(2) + ">");
    }

    private static String indented(String paragraph, int width) {
        return Wording.wrapped(" ".repeat(INDENT), INDENT, paragraph, width);
    }

    /** {@return the names, for the completion of a line} */
    public static Collection<String> names(CommandSession session) {
        return new CommandDirectory(session, null).names();
    }
}
