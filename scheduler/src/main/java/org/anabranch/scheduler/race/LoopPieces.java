package org.anabranch.scheduler.race;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.RaceException;
import org.anabranch.api.Region;
import org.anabranch.scheduler.region.Modes;
import org.anabranch.scheduler.region.Overlap;
import org.anabranch.scheduler.region.RegionMap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The uses of a loop's pieces, by its mappings. Any tile may run in parallel with any other, so
 * none may write what another uses; mapped operands are not reduced. In a loop of very many tiles
 * some are combined.
 */
final class LoopPieces {
    private final Kernel kernel;
    private final Map<Buffer, RegionMap<Users>> users = new HashMap<>();

    /** The pieces that use some bytes, by number; -1 for none. */
    private static final class Users {
        private final long[] first = {-1, -1};
        private final boolean[] several = new boolean[2];

        private static int index(Mode mode) {
            return mode == Mode.READ ? 0 : 1;
        }

        Users copy() {
            Users copy = new Users();
            System.arraycopy(first, 0, copy.first, 0, 2);
            System.arraycopy(several, 0, copy.several, 0, 2);
            return copy;
        }

        /** Another piece that must not run beside this one, or -1. */
        long conflict(long piece, Mode mode) {
            for (Mode other : new Mode[] {Mode.READ, Mode.WRITE}) {
                int i = index(other);
                if (Use.conflict(mode, other)
                        && first[i] >= 0
                        && (first[i] != piece || several[i])) {
                    return first[i];
                }
            }
            return -1;
        }

        void add(long piece, Mode mode) {
            int i = index(mode);
            several[i] |= first[i] >= 0 && first[i] != piece;
            first[i] = first[i] < 0 ? piece : first[i];
        }
    }

    private LoopPieces(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Refuses mappings by which two pieces overlap, and arguments that do in one of them. */
    static void check(Kernel kernel, Loop loop, Argument[] given) {
        Argument[] arguments = Modes.of(kernel, given);
        long tiles = loop.tiles();
        long together = (tiles - 1) / RaceTuning.LOOP_TILES + 1;
        LoopPieces pieces = new LoopPieces(kernel);
        for (long from = 0; from < tiles; from += together) {
            for (Piece piece : loop.pieces(from, Math.min(tiles, from + together))) {
                for (Argument argument : arguments) {
                    if (argument instanceof MappedOperand mapped) {
                        pieces.use(loop, from, mapped, mapped.at(piece).range().region());
                    }
                }
            }
        }
        for (long tile = 0; tile < tiles && tiles <= RaceTuning.LOOP_TILES; tile++) {
            Overlap.refuse(kernel, operands(arguments, loop.pieceAt(tile)));
        }
    }

    private static Operand[] operands(Argument[] arguments, Piece piece) {
        List<Operand> operands = new ArrayList<>();
        for (Argument argument : arguments) {
            if (argument instanceof Operand operand) {
                operands.add(operand);
            } else if (argument instanceof MappedOperand mapped) {
                operands.add(mapped.at(piece));
            }
        }
        return operands.toArray(Operand[]::new);
    }

    private void use(Loop loop, long number, MappedOperand mapped, Region region) {
        Buffer buffer = mapped.buffer();
        RegionMap<Users> map =
                users.computeIfAbsent(
                        buffer, one -> new RegionMap<>(one.shape(), Users::new, Users::copy));
        for (RegionMap.Entry<Users> entry : map.cover(region)) {
            long other = entry.value.conflict(number, mapped.mode());
            if (other >= 0) {
                throw race(loop, other, number, buffer, entry.box.region(buffer.shape()));
            }
            entry.value.add(number, mapped.mode());
        }
    }

    private RaceException race(Loop loop, long one, long other, Buffer buffer, Region where) {
        return new RaceException(
                "a race in the loop of kernel "
                        + kernel.name()
                        + CallSite.ofProgram()
                        + ": the pieces of "
                        + say(loop.pieceAt(one))
                        + " and of "
                        + say(loop.pieceAt(other))
                        + " both use bytes ["
                        + where.offset()
                        + ", "
                        + where.end()
                        + ") of "
                        + buffer.name()
                        + ", and one of them writes; nothing orders the pieces of a loop");
    }

    private static String say(Piece piece) {
        StringBuilder text = new StringBuilder("indices ");
        for (int i = 0; i < piece.rank(); i++) {
            text.append(i == 0 ? "[" : " x [")
                    .append(piece.low(i))
                    .append(", ")
                    .append(piece.end(i))
                    .append(')');
        }
        return text.toString();
    }
}
