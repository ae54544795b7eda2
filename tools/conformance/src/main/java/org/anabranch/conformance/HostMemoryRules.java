package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.host;
import static org.anabranch.conformance.Bench.require;

import org.anabranch.conformance.Bench.Array;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The check of chapter 2 for the host's memory, which is the caller's again at a completion. */
final class HostMemoryRules {
    private static final int ELEMENTS = 4096;
    private static final byte MARK = 0x5a;

    private HostMemoryRules() {}

    static void rule_2_10_host_memory_is_left_alone_after_the_completion(Subject subject)
            throws Exception {
        List<MemorySegment> targets = new ArrayList<>();
        try (Bench bench = new Bench(subject)) {
            Array array = bench.array(ELEMENTS);
            for (int i = 0; i < subject.rounds(30); i++) {
                targets.add(written(bench, array, i));
            }
            subject.linger();
            targets.forEach(HostMemoryRules::isMarked);
        }
        subject.linger();
        targets.forEach(HostMemoryRules::isMarked);
    }

    /** Writes and reads values, and marks both memories of the host within the completions. */
    private static MemorySegment written(Bench bench, Array array, long value) throws Exception {
        MemorySegment source = host(ELEMENTS, value);
        MemorySegment target = host(array.bytes());
        CountedCompletion write = bench.told("a write", () -> source.fill(MARK));
        CountedCompletion read =
                bench.told(
                        "a read",
                        () -> {
                            require(
                                    host(ELEMENTS, value).mismatch(target) < 0,
                                    "a write did not take what its source was before its"
                                            + " completion");
                            target.fill(MARK);
                        });
        bench.write(bench.order(0), source, array, write);
        bench.read(bench.order(0), array, target, read);
        write.succeeds();
        read.succeeds();
        return target;
    }

    private static void isMarked(MemorySegment target) {
        MemorySegment marks = host(target.byteSize()).fill(MARK);
        long at = marks.mismatch(target);
        require(at < 0, "a read wrote to its target after its completion, from byte " + at);
    }
}
