package org.anabranch.reference;

import org.anabranch.api.Argument;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;

import java.util.ArrayList;
import java.util.List;

/**
 * Halves a launch so that each half travels with exactly its data. Possible only if all that is
 * written is mapped, and the halves write disjoint intervals: then either may run elsewhere, and
 * bringing its slices back overwrites nothing of the other's.
 */
final class LaunchHalves {
    private LaunchHalves() {}

    /** The two halves, or the launch alone if it cannot be halved. */
    static List<Launch> of(Launch launch) {
        Piece piece = launch.piece();
        int dimension = 0;
        while (dimension < 3 && piece.count(dimension) < 2) {
            dimension++;
        }
        if (dimension == 3) {
            return List.of(launch);
        }
        long middle = piece.low(dimension) + piece.count(dimension) / 2 * piece.stride(dimension);
        Launch first = part(launch, bounded(piece, dimension, piece.low(dimension), middle));
        Launch second = part(launch, bounded(piece, dimension, middle, piece.high(dimension)));
        return independent(first, second) ? List.of(first, second) : List.of(launch);
    }

    private static Piece bounded(Piece piece, int dimension, long low, long high) {
        long[] bounds = new long[9];
        for (int i = 0; i < 3; i++) {
            bounds[3 * i] = i == dimension ? low : piece.low(i);
            bounds[3 * i + 1] = i == dimension ? high : piece.high(i);
            bounds[3 * i + 2] = piece.stride(i);
        }
        return new Piece(
                piece.rank(),
                bounds[0],
                bounds[1],
                bounds[2],
                bounds[3],
                bounds[4],
                bounds[5],
                bounds[6],
                bounds[7],
                bounds[8]);
    }

    private static Launch part(Launch launch, Piece piece) {
        List<LaunchArgument> arguments = new ArrayList<>();
        for (LaunchArgument argument : launch.arguments()) {
            arguments.add(
                    argument instanceof LaunchArgument.Memory memory
                            ? narrowed(memory, piece)
                            : argument);
        }
        return new Launch(launch.handle(), launch.kernel(), piece, arguments);
    }

    private static LaunchArgument narrowed(LaunchArgument.Memory memory, Piece piece) {
        Argument source = memory.source();
        if (!(source instanceof MappedOperand mapped)) {
            return memory;
        }
        Region used = mapped.mapping().map(piece, mapped.buffer().shape());
        Region region =
                new Region(
                        memory.window().offset() + used.offset(),
                        used.width(),
                        used.height(),
                        used.depth(),
                        used.rowPitch(),
                        used.slicePitch());
        return new LaunchArgument.Memory(
                new Slice(memory.slice().memory(), region),
                memory.window(),
                memory.elementBytes(),
                memory.mode(),
                source);
    }

    /** Whether neither half writes what the other uses. */
    private static boolean independent(Launch first, Launch second) {
        for (LaunchArgument one : first.arguments()) {
            for (LaunchArgument other : second.arguments()) {
                if (one instanceof LaunchArgument.Memory a
                        && other instanceof LaunchArgument.Memory b
                        && conflict(a, b)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean conflict(LaunchArgument.Memory a, LaunchArgument.Memory b) {
        Region one = a.slice().region();
        Region other = b.slice().region();
        return (a.mode().writes() || b.mode().writes())
                && a.slice().memory() == b.slice().memory()
                && one.offset() < other.end()
                && other.offset() < one.end();
    }
}
