package org.anabranch.shell.commands;

import org.anabranch.api.Monitor.BufferReport;
import org.anabranch.api.Shape;
import org.anabranch.shell.output.Units;

import java.util.stream.Collectors;

/** Buffers in words. */
final class BufferWords {
    private BufferWords() {}

    static String elements(Shape shape) {
        String extents =
                shape.extents().stream().map(String::valueOf).collect(Collectors.joining(" x "));
        return shape.element().carrier().getSimpleName() + " " + extents;
    }

    static String valid(BufferReport report, Units units) {
        long all = report.shape().bytes();
        return report.validBytes().stream()
                .map(
                        valid ->
                                valid.domain()
                                        + (valid.bytes() == all && !units.exact()
                                                ? ""
                                                : " " + units.bytes(valid.bytes())))
                .collect(Collectors.joining(", "));
    }
}
