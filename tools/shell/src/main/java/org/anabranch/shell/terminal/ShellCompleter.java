package org.anabranch.shell.terminal;

import org.jline.builtins.Completers.FileNameCompleter;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A completer of commands, jobs, domains, options and files.
 *
 * @param commands names of all commands with their scopes
 * @param options options of a command
 * @param firstWords the words that a command may begin with, if restricted
 * @param jobs names of all jobs
 * @param domains ids and kinds of all domains
 */
public record ShellCompleter(
        Supplier<Collection<String>> commands,
        Function<String, Collection<String>> options,
        Function<String, Collection<String>> firstWords,
        Supplier<Collection<String>> jobs,
        Supplier<Collection<String>> domains)
        implements Completer {
    private static final List<String> FILES = List.of("--trace-to", "--report");

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<String> words = line.words();
        int index = line.wordIndex();
        if (index == 0) {
            offer(candidates, withShortNames(commands.get()));
            return;
        }
        String command = words.getFirst().replaceFirst("^anabranch:", "");
        String before = words.get(index - 1);
        String word = line.word();
        if (before.equals("--domains")) {
            list(candidates, word.substring(0, line.wordCursor()));
        } else if (word.startsWith("--domains=")) {
            list(candidates, word.substring(0, line.wordCursor()));
        } else if (FILES.contains(before)) {
            new FileNameCompleter().complete(reader, line, candidates);
        } else if (word.startsWith("-")) {
            offer(candidates, options.apply(command));
            offer(candidates, List.of(ShellStatement.TRACE));
        } else if (command.equals("help")) {
            offer(candidates, withShortNames(commands.get()));
        } else if (command.equals("domains")) {
            offer(candidates, domains.get());
        } else if (index == 1 && !firstWords.apply(command).isEmpty()) {
            offer(candidates, firstWords.apply(command));
        } else if (command.equals("jobs") || command.equals("run") && isJob(words, index)) {
            offer(candidates, jobs.get());
        } else {
            new FileNameCompleter().complete(reader, line, candidates);
        }
    }

    /** Returns true if all words between the command and this one belong to options. */
    private static boolean isJob(List<String> words, int index) {
        for (int i = 1; i < index; i++) {
            if (words.get(i).equals("--domains") || FILES.contains(words.get(i))) {
                i++;
            } else if (!words.get(i).startsWith("-")) {
                return false;
            }
        }
        return true;
    }

    /** A list with commas: the last of it is completed. */
    private void list(List<Candidate> candidates, String typed) {
        int cut = Math.max(typed.lastIndexOf(','), typed.indexOf('=')) + 1;
        Collection<String> names = new TreeSet<>(domains.get());
        names.add("all");
        String prefix = typed.substring(0, cut);
        names.forEach(
                name ->
                        candidates.add(
                                new Candidate(prefix + name, name, null, null, null, null, false)));
    }

    private static Collection<String> withShortNames(Collection<String> names) {
        Collection<String> all = new TreeSet<>();
        for (String name : names) {
            String scope = name.substring(0, Math.max(0, name.indexOf(':')));
            boolean ours = scope.equals("anabranch") || scope.equals("gogo");
            all.add(ours ? name.substring(name.indexOf(':') + 1) : name);
        }
        all.removeIf(name -> name.startsWith("_"));
        return all;
    }

    private static void offer(List<Candidate> candidates, Collection<String> names) {
        names.forEach(name -> candidates.add(new Candidate(name)));
    }
}
