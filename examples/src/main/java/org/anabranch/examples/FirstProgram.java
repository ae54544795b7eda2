package org.anabranch.examples;

import static org.anabranch.api.Mapping.each;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.launch.Anabranch;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** A first program: squares the numbers below 1,000 on every domain, and prints one. */
public final class FirstProgram {

    private FirstProgram() {}

    static final Kernel SQUARE =
            Kernel.of("square", Parameter.out("y"), Parameter.in("x"))
                    .java(
                            (piece, arguments) -> {
                                for (long i = piece.low0(); i < piece.high0(); i++) {
                                    int x = arguments.segment(1).getAtIndex(JAVA_INT, i);
                                    arguments.segment(0).setAtIndex(JAVA_INT, i, x * x);
                                }
                            });

    public static void main(String[] arguments) {
        try (Anabranch anabranch = Anabranch.start()) {
            Platform platform = anabranch.platform();
            Buffer x = platform.buffer(JAVA_INT, 1000);
            Buffer y = platform.buffer(JAVA_INT, 1000);
            x.write().copyFrom(MemorySegment.ofArray(IntStream.range(0, 1000).toArray()));
            try (Finish finish = platform.finish()) {
                finish.forasync(Loop.of(0, 1000).tile(64), SQUARE, y.out(each()), x.in(each()));
            }
            System.out.println("31 squared is " + y.read().getAtIndex(JAVA_INT, 31));
        }
    }
}
