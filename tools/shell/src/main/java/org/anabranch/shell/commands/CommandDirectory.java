package org.anabranch.shell.commands;

import org.apache.felix.gogo.runtime.CommandProxy;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All commands of all bundles, with what they say of themselves: by Gogo's annotations, or, in a
 * bundle that does not know Gogo, by a service property {@value #HELP} with strings such as {@code
 * cards: lists the cards}.
 *
 * @param session whose commands
 * @param context of this bundle, or null outside of a framework
 */
public record CommandDirectory(CommandSession session, BundleContext context) {
    public static final String HELP = "anabranch.command.help";
    public static final String OURS = "anabranch";

    /** {@return full names, such as {@code anabranch:run}, in order} */
    @SuppressWarnings("unchecked") // what Gogo has under this name
    public Collection<String> names() {
        return new TreeSet<>((Set<String>) session.get(".commands"));
    }

    /**
     * {@return the full name of a command, given with or without its scope, if there is one; of
     * several scopes ours comes first}
     */
    public Optional<String> find(String word) {
        String name = word.toLowerCase(Locale.ROOT);
        if (name.contains(":")) {
            return names().stream().filter(name::equals).findFirst();
        }
        return Stream.concat(Stream.of(OURS + ":" + name, "gogo:" + name), names().stream())
                .filter(full -> full.endsWith(":" + name) && names().contains(full))
                .findFirst();
    }

    /** {@return the methods behind a command; none if it is no object with methods} */
    public List<Method> methods(String full) {
        Object command = session.get(full);
        if (command == null) {
            return List.of();
        }
        return command.getClass().getName().equals(GogoProxy.NAME)
                ? GogoProxy.methods(command, full)
                : ofServices(full);
    }

    private static List<Method> methods(Object target, String full) {
        String function = full.substring(full.indexOf(':') + 1);
        Class<?> type = target instanceof Class<?> given ? given : target.getClass();
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equalsIgnoreCase(function))
                .toList();
    }

    /** Returns the methods by the services of a command, for shells without Gogo's proxies. */
    private List<Method> ofServices(String full) {
        int colon = full.indexOf(':');
        return services("osgi.command.function=" + full.substring(colon + 1), full)
                .flatMap(
                        reference -> {
                            Object service = context.getService(reference);
                            if (service == null) {
                                return Stream.empty();
                            }
                            try {
                                return methods(service, full).stream();
                            } finally {
                                context.ungetService(reference);
                            }
                        })
                .toList();
    }

    /** The methods behind a proxy of Gogo. Loaded only if Gogo's runtime is present. */
    private static final class GogoProxy {
        static final String NAME = "org.apache.felix.gogo.runtime.CommandProxy";

        static List<Method> methods(Object command, String full) {
            CommandProxy proxy = (CommandProxy) command;
            try {
                return CommandDirectory.methods(proxy.getTarget(), full);
            } finally {
                proxy.ungetTarget();
            }
        }
    }

    /** {@return one sentence or more, or an empty string} */
    public String description(String full) {
        return methods(full).stream()
                .map(method -> method.getAnnotation(Descriptor.class))
                .filter(descriptor -> descriptor != null)
                .map(Descriptor::value)
                .findFirst()
                .orElseGet(() -> property(full));
    }

    private String property(String full) {
        String start = full.substring(full.indexOf(':') + 1) + ":";
        return services(HELP + "=*", full)
                .flatMap(reference -> strings(reference.getProperty(HELP)))
                .filter(text -> text.startsWith(start))
                .map(text -> text.substring(start.length()).strip())
                .findFirst()
                .orElse("");
    }

    /** Returns the services with the scope of a command that match a condition. */
    private Stream<ServiceReference<?>> services(String condition, String full) {
        String scope = full.substring(0, full.indexOf(':'));
        try {
            ServiceReference<?>[] found =
                    context == null
                            ? null
                            : context.getAllServiceReferences(
                                    null,
                                    "(&(osgi.command.scope=" + scope + ")(" + condition + "))");
            return Stream.ofNullable(found).flatMap(Arrays::stream);
        } catch (InvalidSyntaxException odd) {
            return Stream.empty(); // a scope with brackets in its name
        }
    }

    private static Stream<String> strings(Object property) {
        return property instanceof String[] several
                ? Arrays.stream(several)
                : Stream.of(String.valueOf(property));
    }

    /** {@return the options of a command, such as {@code --json}} */
    public List<String> options(String full) {
        Stream<String> declared =
                methods(full).stream()
                        .flatMap(method -> Arrays.stream(method.getParameterAnnotations()))
                        .map(annotations -> find(annotations, Parameter.class))
                        .filter(parameter -> parameter != null)
                        .flatMap(parameter -> Arrays.stream(parameter.names()));
        Stream<String> told =
                Pattern.compile("--[a-z][a-z-]*")
                        .matcher(synopsis(full))
                        .results()
                        .map(MatchResult::group);
        return Stream.concat(declared, told).distinct().toList();
    }

    /**
     * {@return the words that a command may begin with: {@code (start FILE|stop)} in its synopsis}
     */
    public List<String> firstWords(String full) {
        Matcher choice = Pattern.compile("\\(([a-z]+[^()]*\\|[^()]*)\\)").matcher(synopsis(full));
        return choice.find()
                ? Arrays.stream(choice.group(1).split("\\|"))
                        .map(word -> word.strip().split(" ")[0])
                        .toList()
                : List.of();
    }

    private String synopsis(String full) {
        return Usage.of(full, description(full)).synopsis();
    }

    public static <A extends Annotation> A find(Annotation[] annotations, Class<A> type) {
        return Stream.of(annotations)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
