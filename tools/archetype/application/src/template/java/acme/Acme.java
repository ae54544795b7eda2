package acme;

import static org.anabranch.api.Mapping.each;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/** A job that triples numbers and verifies each result. */
@Component
public final class Acme implements Job {

    /** The kernel, one element per index; call {@code with} to add code in other formats. */
    private static final Kernel TRIPLE =
            Kernel.of("triple", Parameter.out("y"), Parameter.in("x")).java(Acme::triple);

    private static void triple(Piece piece, KernelArguments arguments) {
        MemorySegment y = arguments.segment(0);
        MemorySegment x = arguments.segment(1);
        for (long i = piece.low0(); i < piece.high0(); i++) {
            y.setAtIndex(JAVA_LONG, i, 3 * x.getAtIndex(JAVA_LONG, i));
        }
    }

    @Override
    public String name() {
        return "acme";
    }

    @Override
    public String usage() {
        return name() + " [N]: triples N numbers (default 1000000)";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        long n = length(arguments);
        try (Buffer x = platform.buffer(JAVA_LONG, n);
                Buffer y = platform.buffer(JAVA_LONG, n)) {
            MemorySegment given = x.write();
            for (long i = 0; i < n; i++) {
                given.setAtIndex(JAVA_LONG, i, i);
            }
            long begun = System.nanoTime();
            try (Finish finish = platform.finish()) {
                Loop loop = Loop.of(0, n).tile(1024);
                finish.forasync(Place.among(domains), loop, TRIPLE, y.out(each()), x.in(each()));
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            long wrong = wrong(y.read(), n);
            String verification = n - wrong + " of " + n + " numbers are three times as large";
            return new Report(wrong == 0, verification, seconds, n, Map.of("numbers", n));
        }
    }

    private long length(List<String> arguments) {
        try {
            long n = arguments.isEmpty() ? 1_000_000 : Long.parseLong(arguments.getFirst());
            if (n > 0 && arguments.size() < 2) {
                return n;
            }
        } catch (NumberFormatException ignored) {
            // the exception follows
        }
        throw new ProgramException("not '" + String.join(" ", arguments) + "'; " + usage());
    }

    private static long wrong(MemorySegment y, long n) {
        long wrong = 0;
        for (long i = 0; i < n; i++) {
            if (y.getAtIndex(JAVA_LONG, i) != 3 * i) {
                wrong++;
            }
        }
        return wrong;
    }
}
