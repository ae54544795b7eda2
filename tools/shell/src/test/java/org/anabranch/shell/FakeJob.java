package org.anabranch.shell;

import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A job that does what the test says, and remembers what it was given. */
public final class FakeJob implements Job {

    public interface Body {
        Report run(PrintWriter progress) throws Exception;
    }

    public static final Report GOOD =
            new Report(true, "residual 1e-16, limit 1e-12", 0.5, 2e9, Map.of("b", 2, "a", "x y"));
    public static final Report WRONG = new Report(false, "residual 3", 0.5, 0, Map.of());

    private final String name;
    private final Body body;
    public final List<String> arguments = new ArrayList<>();
    public final List<Domain> domains = new ArrayList<>();

    public FakeJob(String name, Body body) {
        this.name = name;
        this.body = body;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String usage() {
        return name
                + " FILE [--tile N]: factors a symmetric positive definite matrix of the given"
                + " file; the tile is 128 if it is not given";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> given, List<String> words, PrintWriter progress)
            throws Exception {
        domains.addAll(given);
        arguments.addAll(words);
        progress.println("working");
        return body.run(progress);
    }
}
