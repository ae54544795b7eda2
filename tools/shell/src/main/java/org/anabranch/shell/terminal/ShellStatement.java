package org.anabranch.shell.terminal;

import org.anabranch.shell.failure.UsageException;
import org.apache.felix.gogo.runtime.Closure;
import org.apache.felix.gogo.runtime.CommandSessionImpl;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.Expander;
import org.apache.felix.gogo.runtime.Parser;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.gogo.runtime.Token;
import org.apache.felix.service.command.CommandSession;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One statement of a program in Gogo's language, between semicolons and line ends, which can be
 * run, and its result printed, by itself.
 *
 * @param text as written
 * @param target the file that its output goes to, not yet expanded, or null
 * @param traced true to show a failure with its stack trace: any command takes {@value #TRACE}, and
 *     does not see it
 * @param start its offset in the program
 */
public record ShellStatement(String text, Token target, boolean traced, int start) {
    public static final String TRACE = "--trace";
    private static final Pattern TRACE_WORD = Pattern.compile("(?<=\\s)--trace(?=[\\s|;&]|$)");

    /**
     * Cuts a program.
     *
     * @throws SyntaxError if it is none
     * @throws EOFError if more has to come
     */
    public static List<ShellStatement> of(String program) {
        List<ShellStatement> statements = new ArrayList<>();
        List<Parser.Executable> parts = new Parser(program).program().tokens();
        int from = 0;
        for (int i = 0; i < parts.size(); i++) {
            boolean last = i == parts.size() - 1;
            if (last || isEnd(parts.get(i))) {
                Parser.Executable end = parts.get(last && !isEnd(parts.get(i)) ? i : i - 1);
                // the last one to the end: its token ends before its redirections
                int to = last ? program.length() : parts.get(i).start() + parts.get(i).length();
                String text = program.substring(from, to).strip();
                boolean traced = hasTrace(end);
                statements.add(
                        new ShellStatement(
                                withoutTrace(withoutEnd(text, parts.get(i)), traced),
                                target(end),
                                traced,
                                from));
                from = to;
            }
        }
        return statements;
    }

    private static boolean hasTrace(Parser.Executable part) {
        return switch (part) {
            case Parser.Statement one -> one.tokens().stream().anyMatch(word -> is(word, TRACE));
            case Parser.Pipeline pipeline ->
                    pipeline.tokens().stream()
                            .anyMatch(
                                    one ->
                                            one instanceof Parser.Executable inner
                                                    && hasTrace(inner));
            default -> false;
        };
    }

    private static String withoutTrace(String text, boolean traced) {
        return traced ? TRACE_WORD.matcher(text).replaceAll("").strip() : text;
    }

    private static boolean isEnd(Parser.Executable part) {
        return part instanceof Parser.Operator
                && (is(part, ";") || is(part, "\n") || is(part, "&"));
    }

    private static boolean is(CharSequence token, String text) {
        return text.contentEquals(token);
    }

    private static String withoutEnd(String text, Parser.Executable end) {
        return is(end, ";") && text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
    }

    private static Token target(Parser.Executable part) {
        Parser.Executable end =
                part instanceof Parser.Pipeline pipeline ? pipeline.tokens().getLast() : part;
        Token target = null;
        if (end instanceof Parser.Statement statement) {
            List<Token> redirections = statement.redirections();
            for (int i = 0; i + 1 < redirections.size(); i += 2) {
                if (redirections.get(i).toString().matches("[1&]?>>?")) {
                    target = redirections.get(i + 1);
                }
            }
        }
        return target;
    }

    /** Adds text to the file that the output goes to; Gogo has opened, filled and closed it. */
    public void append(CommandSession session, CharSequence text) throws Exception {
        Object name =
                Expander.expand(target, new Closure((CommandSessionImpl) session, null, null));
        Path file = session.currentDir().resolve(String.valueOf(name));
        try {
            Files.writeString(file, text + "\n", StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            throw new UsageException(file + " cannot be written: " + unwritable.getMessage());
        }
    }
}
