package org.anabranch.shell.commands;

import org.anabranch.shell.failure.UsageException;
import org.anabranch.spi.support.BackendLog;
import org.apache.felix.gogo.jline.Builtin;
import org.apache.felix.gogo.jline.Converters;
import org.apache.felix.gogo.jline.Posix;
import org.apache.felix.gogo.jline.Procedural;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Converter;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.time.Duration;
import java.util.Dictionary;
import java.util.Hashtable;

/**
 * Offers the commands of {@code gogo.jline}: pipes' ends such as {@code grep} and {@code less},
 * loops and conditions. That bundle's own activator would open the terminal, so it is not started.
 */
@Component(
        immediate = true,
        service = {})
public final class UnixCommands {
    private static final String[] LOOPS = {
        "each", "if", "not", "throw", "try", "until", "while", "break", "continue"
    };
    private static final String[] WORDS = {
        "format", "getopt", "new", "set", "tac", "type", "history"
    };
    private static final String[] UNIX = {
        "cat", "echo", "grep", "sort", "cd", "pwd", "ls", "less", "watch", "clear", "head", "tail",
        "wc", "date"
    };

    /**
     * Registers them; they end with this bundle.
     *
     * @param context of this bundle
     * @param processor that runs commands
     */
    @Activate
    public UnixCommands(BundleContext context, @Reference CommandProcessor processor) {
        try {
            register(context, processor);
        } catch (NoClassDefFoundError absent) {
            BackendLog.say(
                    "anabranch.shell",
                    System.Logger.Level.DEBUG,
                    "no gogo.jline: another shell has its commands",
                    absent);
        }
    }

    private static void register(BundleContext context, CommandProcessor processor) {
        context.registerService(
                Converter.class, new Converters(context.getBundle(0).getBundleContext()), null);
        context.registerService(Procedural.class, new Procedural(), functions(LOOPS));
        context.registerService(Builtin.class, new Builtin(), functions(WORDS));
        context.registerService(Sleep.class, new Sleep(), functions("sleep"));
        context.registerService(Posix.class, new Posix(processor), functions(UNIX));
    }

    /** That of {@code gogo.jline} knows whole seconds only. */
    public static final class Sleep {
        private static final double LONGEST = 1e6;

        /**
         * Waits.
         *
         * @param words seconds
         * @throws InterruptedException if interrupted meanwhile
         */
        public void sleep(String[] words) throws InterruptedException {
            if (words.length != 1
                    || !words[0].matches("[0-9]+(\\.[0-9]+)?|\\.[0-9]+")
                    || Double.parseDouble(words[0]) > LONGEST) {
                throw new UsageException(
                        "sleep takes seconds, such as 0.5, to 1000000, not '"
                                + String.join(" ", words)
                                + "'");
            }
            Thread.sleep(Duration.ofNanos(Math.round(Double.parseDouble(words[0]) * 1e9)));
        }
    }

    private static Dictionary<String, Object> functions(String... names) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(CommandProcessor.COMMAND_SCOPE, "gogo");
        properties.put(CommandProcessor.COMMAND_FUNCTION, names);
        return properties;
    }
}
