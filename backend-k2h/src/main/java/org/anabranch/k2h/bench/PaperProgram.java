package org.anabranch.k2h.bench;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Program;
import org.anabranch.spi.support.Arguments;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A benchmark of the paper in any size, as a program that can be run by name.
 *
 * @param name of the program
 * @param usage for people
 * @param size the default size
 * @param tile the default tile
 * @param most the largest size
 * @param made from size and tile
 */
record PaperProgram(
        String name,
        String usage,
        int size,
        int tile,
        int most,
        BiFunction<Integer, Integer, Run> made)
        implements Program {
    static List<Program> all() {
        return List.of(
                new PaperProgram(
                        "nbody",
                        "nbody [BODIES] [TILE]: accelerations by direct summation; 2048 and 8",
                        2048,
                        8,
                        16_384,
                        NBody::new),
                new PaperProgram(
                        "series",
                        "series [PAIRS]: Fourier coefficients of (x+1)^x on [0,2]; 512",
                        512,
                        1,
                        65_536,
                        (pairs, tile) -> new Series(pairs)),
                new PaperProgram(
                        "matmul",
                        "matmul [ROWS] [TILE]: product of square matrices by halving; 256 and 32",
                        256,
                        32,
                        4096,
                        Matmul::new));
    }

    @Override
    public Run prepare(List<String> arguments) {
        Arguments given = new Arguments(name, arguments, Set.of(), Set.of());
        if (given.words() > (tile == 1 ? 1 : 2)) {
            throw new ProgramException(usage + ", not " + String.join(" ", arguments));
        }
        int n = (int) given.number(0, "the size", size, 1, most);
        int piece = (int) given.number(1, "the tile", tile, 1, n);
        try {
            return made.apply(n, piece);
        } catch (K2hException.Program unfit) {
            throw new ProgramException(unfit.getMessage(), unfit);
        }
    }
}
