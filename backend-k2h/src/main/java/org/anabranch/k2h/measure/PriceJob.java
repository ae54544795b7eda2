package org.anabranch.k2h.measure;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.api.Stream;
import org.anabranch.k2h.board.BoardFile;
import org.anabranch.k2h.board.Cost;
import org.osgi.service.component.annotations.Component;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongToDoubleFunction;

/**
 * A job that measures prices of a board as far as possible, and writes them to a file with {@code
 * base = k2h}: the ARM side on this processor, arithmetic of the DSP side on a domain, by a kernel
 * that one core runs.
 */
@Component
public final class PriceJob implements Job {
    private static final long STEPS = 1 << 20;
    private static final int MEMORY = 256 << 20;
    private static final double AGREE = 1e-4;

    @Override
    public String name() {
        return "prices";
    }

    @Override
    public String usage() {
        return "prices FILE: measures prices for the model of Keystone II, the ARM side here,"
                + " the DSP side on the domain, and writes a board's file";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        if (arguments.size() != 1 || arguments.getFirst().startsWith("-") || domains.size() != 1) {
            throw new ProgramException(
                    "prices takes a file, and one domain for the DSP side: " + usage());
        }
        Domain domain = domains.getFirst();
        long begin = System.nanoTime();
        Map<Cost, Double> arm = new EnumMap<>(new HostMemoryCost(MEMORY).prices());
        Map<Cost, Double> dsp = new EnumMap<>(Cost.class);
        double worst = 0;
        for (int kind = 0; kind < ArithmeticKernel.KINDS.length; kind++) {
            int which = kind;
            arm.put(
                    ArithmeticKernel.KINDS[kind],
                    slope(steps -> ArithmeticKernel.sum(which, steps)));
            try (Buffer y = platform.buffer(JAVA_DOUBLE, 1);
                    Stream stream = domain.stream()) {
                dsp.put(
                        ArithmeticKernel.KINDS[kind],
                        slope(steps -> onDomain(stream, y, which, steps)));
                double given = onDomain(stream, y, which, STEPS);
                double right = ArithmeticKernel.sum(which, STEPS);
                worst = Math.max(worst, Math.abs(given / right - 1));
            }
            progress.println(ArithmeticKernel.KINDS[kind] + " measured");
        }
        Path file = write(arguments.getFirst(), domain, arm, dsp);
        Map<String, Object> figures = Map.of("file", file.toString(), "board", "measured");
        double seconds = (System.nanoTime() - begin) / 1e9;
        String how = "sums of %s and host agree to %.1e; written to %s";
        return new Report(
                worst < AGREE,
                String.format(Locale.ROOT, how, domain.id(), worst, file),
                seconds,
                0,
                figures);
    }

    private static double onDomain(Stream stream, Buffer y, int kind, long steps) {
        stream.run(ArithmeticKernel.KERNEL, y.all(), Argument.of(kind), Argument.of(steps)).await();
        return y.read().getAtIndex(JAVA_DOUBLE, 0);
    }

    /**
     * Returns the nanoseconds per operation: the slope over the number of steps, without the cost
     * of a call.
     */
    private static double slope(LongToDoubleFunction work) {
        double few = HostMemoryCost.best(() -> work.applyAsDouble(STEPS));
        double many = HostMemoryCost.best(() -> work.applyAsDouble(4 * STEPS));
        double operations = ArithmeticKernel.operations(3 * STEPS);
        return Math.max(0.01, (many - few) / operations);
    }

    private static Path write(
            String name, Domain domain, Map<Cost, Double> arm, Map<Cost, Double> dsp) {
        StringBuilder text = new StringBuilder();
        text.append("# Written by prices. What is not here is as on k2h.\n");
        text.append("base = k2h\nname = measured\n");
        text.append(
                "description = ARM side: this %s processor; DSP side: %s\n"
                        .formatted(System.getProperty("os.arch"), domain.id()));
        arm.forEach((cost, nanos) -> text.append(rows(cost, nanos, dsp.get(cost), domain)));
        try {
            Path file = Path.of(name).toAbsolutePath().normalize();
            Files.writeString(file, text);
            BoardFile.read(file);
            return file;
        } catch (IOException | InvalidPathException refused) {
            throw new ProgramException(name + " cannot be written", refused);
        }
    }

    private static String rows(Cost cost, double arm, Double dsp, Domain domain) {
        String key = "price." + cost.name().toLowerCase(Locale.ROOT);
        String text = String.format(Locale.ROOT, "\n%s.arm = %.3f ns\n", key, arm);
        if (dsp != null) {
            text += String.format(Locale.ROOT, "%s.dsp = %.3f ns\n", key, dsp);
        }
        String where = dsp == null ? "; DSP as on k2h" : "; DSP on " + domain.id();
        return text + key + ".source = measured: ARM on the host" + where + "\n";
    }
}
