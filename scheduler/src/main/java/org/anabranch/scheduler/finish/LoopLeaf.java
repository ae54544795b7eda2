package org.anabranch.scheduler.finish;

import org.anabranch.api.IndexBody;
import org.anabranch.api.Loop;
import org.anabranch.api.LoopException;
import org.anabranch.api.Piece;

/** The innermost part of a loop: calls the program's body for the indices of some tiles. */
@FunctionalInterface
interface LoopLeaf {
    /** Runs the tiles from one to another, not included; after a failure the next ones follow. */
    void run(long from, long to, Report of);

    /** A receiver of failures. */
    interface Report {
        void failed(long tile, Throwable cause);
    }

    static LoopLeaf of(Loop loop, IndexBody body) {
        requireRank(loop, 1);
        Loop.Dimension only = loop.dimensions().getFirst();
        long count = only.count();
        return (from, to, of) -> {
            long end = to >= only.tiles() ? count : to * only.tile();
            long at = from * only.tile();
            while (at < end) {
                int length = (int) Math.min(LoopTuning.SPAN_INDICES, end - at);
                int ran = span(body, only, at, length, of);
                at = ran == length ? at + ran : ((at + ran) / only.tile() + 1) * only.tile();
            }
        };
    }

    /**
     * Runs a row of indices up to the first that fails, and returns how many it ran. Counts by an
     * int, and apart from other strides by one: such a loop the compiler unrolls and vectorises.
     */
    private static int span(IndexBody body, Loop.Dimension only, long at, int count, Report of) {
        long stride = only.stride();
        long first = only.low() + at * stride;
        int i = 0;
        try {
            if (stride == 1) {
                for (; i < count; i++) {
                    body.run(first + i);
                }
            } else {
                for (; i < count; i++) {
                    body.run(first + i * stride);
                }
            }
        } catch (Throwable cause) {
            of.failed((at + i) / only.tile(), cause);
        }
        return i;
    }

    /** Runs one tile. */
    @FunctionalInterface
    interface OneTile {
        public void run(Piece piece);
    }

    private static LoopLeaf eachTile(Loop loop, OneTile one) {
        return (from, to, of) -> {
            for (long tile = from; tile < to; tile++) {
                try {
                    one.run(loop.pieceAt(tile));
                } catch (Throwable cause) {
                    of.failed(tile, cause);
                }
            }
        };
    }

    static LoopLeaf of(Loop loop, IndexBody.Two body) {
        requireRank(loop, 2);
        return eachTile(
                loop,
                piece -> {
                    long i = piece.low0();
                    for (long rows = piece.count(0); rows > 0; rows--, i += piece.stride0()) {
                        long j = piece.low1();
                        for (long left = piece.count(1); left > 0; left--, j += piece.stride1()) {
                            body.run(i, j);
                        }
                    }
                });
    }

    static LoopLeaf of(Loop loop, IndexBody.Three body) {
        requireRank(loop, 3);
        return eachTile(loop, piece -> run(piece, body));
    }

    private static void run(Piece piece, IndexBody.Three body) {
        long i = piece.low0();
        for (long slices = piece.count(0); slices > 0; slices--, i += piece.stride0()) {
            long j = piece.low1();
            for (long rows = piece.count(1); rows > 0; rows--, j += piece.stride1()) {
                long k = piece.low2();
                for (long left = piece.count(2); left > 0; left--, k += piece.stride2()) {
                    body.run(i, j, k);
                }
            }
        }
    }

    private static void requireRank(Loop loop, int rank) {
        if (loop.dimensions().size() != rank) {
            throw new LoopException(
                    "a body of %s indices does not fit a loop of %s dimensions"
                            .formatted(rank, loop.dimensions().size()));
        }
    }
}
