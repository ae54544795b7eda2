package org.anabranch.mic;

import org.anabranch.api.MappedOperand;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;

import java.util.ArrayList;
import java.util.List;

/**
 * Halves a launch again and again, so that cores, or card and host, can share it. Only the host can
 * do that, since only here it is known which bytes an index range uses. Halves are independent if
 * neither writes what the other uses; then either may run anywhere, at any time.
 */
final class LaunchParts {
    private LaunchParts() {}

    /**
     * Divides.
     *
     * @param launch what is to run
     * @param most number of parts
     * @param grain indices below which nothing is divided
     * @return the parts, each with exactly its data; the launch alone if it cannot be divided
     */
    static List<Launch> of(Launch launch, int most, long grain) {
        List<Launch> parts = new ArrayList<>();
        divide(launch, most, grain, parts);
        return parts;
    }

    private static void divide(Launch launch, int most, long grain, List<Launch> parts) {
        Piece piece = launch.piece();
        int dimension = 0;
        while (dimension < 3 && piece.count(dimension) < 2) {
            dimension++;
        }
        if (most < 2 || dimension == 3 || piece.size() < 2 * grain) {
            parts.add(launch);
            return;
        }
        long middle = piece.low(dimension) + piece.count(dimension) / 2 * piece.stride(dimension);
        Launch first = part(launch, bounded(piece, dimension, piece.low(dimension), middle));
        Launch second = part(launch, bounded(piece, dimension, middle, piece.high(dimension)));
        if (independent(first, second)) {
            divide(first, most - most / 2, grain, parts);
            divide(second, most / 2, grain, parts);
        } else {
            parts.add(launch);
        }
    }

    private static Piece bounded(Piece piece, int dimension, long low, long high) {
        long[] lows = {piece.low0(), piece.low1(), piece.low2()};
        long[] highs = {piece.high0(), piece.high1(), piece.high2()};
        lows[dimension] = low;
        highs[dimension] = high;
        return new Piece(
                piece.rank(),
                lows[0],
                highs[0],
                piece.stride0(),
                lows[1],
                highs[1],
                piece.stride1(),
                lows[2],
                highs[2],
                piece.stride2());
    }

    private static Launch part(Launch launch, Piece piece) {
        List<LaunchArgument> arguments =
                launch.arguments().stream().map(argument -> narrowed(argument, piece)).toList();
        return new Launch(launch.handle(), launch.kernel(), piece, arguments);
    }

    private static LaunchArgument narrowed(LaunchArgument argument, Piece piece) {
        if (!(argument instanceof LaunchArgument.Memory memory)
                || !(memory.source() instanceof MappedOperand mapped)) {
            return argument;
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
                memory.source());
    }

    private static boolean independent(Launch first, Launch second) {
        for (LaunchArgument one : first.arguments()) {
            for (LaunchArgument other : second.arguments()) {
                if (one instanceof LaunchArgument.Memory a
                        && other instanceof LaunchArgument.Memory b
                        && (a.mode().writes() || b.mode().writes())
                        && a.slice().memory() == b.slice().memory()
                        && a.slice().region().offset() < b.slice().region().end()
                        && b.slice().region().offset() < a.slice().region().end()) {
                    return false;
                }
            }
        }
        return true;
    }
}
