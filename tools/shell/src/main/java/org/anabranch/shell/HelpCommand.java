package org.anabranch.shell;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The command {@code help}; reads the descriptions that Gogo's own help reads, and {@link Manual}.
 */
@Component(immediate = true, service = HelpCommand.class)
@GogoCommand(scope = "anabranch", function = "help")
public final class HelpCommand {
    private static final int INDENT = 4;
    private static final List<Class<?>> COMMANDS =
            List.of(HelpCommand.class, JobCommands.class, ListCommands.class, TopCommand.class);

    private final Map<String, Method> methods = new TreeMap<>();

    /** Reads the descriptions. */
    public HelpCommand() {
        COMMANDS.stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(Descriptor.class))
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> methods.put(method.getName(), method));
    }

    /**
     * Explains.
     *
     * @param words a command, or nothing
     * @return the text
     */
    @Descriptor("lists the commands, or explains one")
    @Manual(words = "[<command>]")
    public String help(@Descriptor("the command to explain; all if none is given") String[] words) {
        Words.rejectOptions("help", words);
        if (words.length > 1) {
            throw new UsageException("help explains one command at a time");
        }
        return words.length == 0 ? overview() : explanation(words[0]);
    }

    private String overview() {
        int width = methods.keySet().stream().mapToInt(String::length).max().orElse(0) + 2;
        StringBuilder text = new StringBuilder();
        methods.forEach(
                (name, method) -> {
                    String padded = name + " ".repeat(width - name.length());
                    text.append(
                            Wording.wrapped(
                                    padded, width, method.getAnnotation(Descriptor.class).value()));
                });
        text.append(
                        "\n"
                                + "'help <command>' says more of one. 'felix:lb' lists bundles,"
                                + " 'felix:help' the other commands,\n")
                .append("'quit' or Ctrl-D leaves.");
        return text.toString();
    }

    private String explanation(String word) {
        String name = word.startsWith("anabranch:") ? word.substring("anabranch:".length()) : word;
        Method method = methods.get(name);
        if (method == null) {
            throw new UsageException(
                    "no command '"
                            + word
                            + "'; there are: "
                            + String.join(", ", methods.keySet())
                            + "."
                            + Wording.didYouMean(name, methods.keySet()));
        }
        StringBuilder text = new StringBuilder(synopsis(method)).append('\n');
        text.append(indented(method.getAnnotation(Descriptor.class).value()));
        List<String> options = options(method).map(HelpCommand::option).toList();
        if (!options.isEmpty()) {
            text.append('\n');
            options.forEach(text::append);
        }
        Manual manual = method.getAnnotation(Manual.class);
        for (String note : manual == null ? new String[0] : manual.notes()) {
            text.append('\n').append(indented(note));
        }
        return text.toString().stripTrailing();
    }

    private static String synopsis(Method method) {
        StringBuilder text = new StringBuilder(method.getName());
        options(method)
                .forEach(parameter -> text.append(" [").append(notation(parameter)).append(']'));
        Manual manual = method.getAnnotation(Manual.class);
        boolean words = manual != null && !manual.words().isEmpty();
        return text.append(words ? " " + manual.words() : "").toString();
    }

    private static Stream<Annotation[]> options(Method method) {
        return Arrays.stream(method.getParameterAnnotations())
                .filter(annotations -> find(annotations, Parameter.class) != null);
    }

    private static String option(Annotation[] annotations) {
        Descriptor descriptor = find(annotations, Descriptor.class);
        String names = String.join(", ", find(annotations, Parameter.class).names());
        String head = " ".repeat(INDENT) + names + "  ";
        return Wording.wrapped(head, 2 * INDENT, descriptor == null ? "" : descriptor.value());
    }

    private static String notation(Annotation[] annotations) {
        Parameter parameter = find(annotations, Parameter.class);
        String longest =
                Stream.of(parameter.names())
                        .max(Comparator.comparing(String::length))
                        .orElseThrow();
        boolean flag = !parameter.presentValue().equals(Parameter.UNSPECIFIED);
        return longest + (flag ? "" : " <" + longest.substring(2) + ">");
    }

    private static String indented(String paragraph) {
        return Wording.wrapped(" ".repeat(INDENT), INDENT, paragraph);
    }

    private static <A extends Annotation> A find(Annotation[] annotations, Class<A> type) {
        return Stream.of(annotations)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
