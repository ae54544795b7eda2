package org.anabranch.dense.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.SingularException;
import org.anabranch.dense.TileCall;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The factorisation A = Q R by panels of blocked reflectors (R. Schreiber and C. Van Loan, "A
 * storage-efficient WY representation for products of Householder transformations", SIAM J. Sci.
 * Stat. Comput. 10, 1989). Working tile by tile (A. Buttari et al., 2009) would give more
 * parallelism, but a quarter more operations, in smaller products.
 *
 * <p>R and, below its diagonal, the reflectors replace the matrix, as in LAPACK's geqrf. Not
 * thread-safe; to be closed.
 */
public final class QrFactorization extends PanelFactorization {
    private final ColumnBlocks t;

    private QrFactorization(ColumnBlocks a, PanelStreams crew, Buffer t) {
        super(a, crew, t);
        this.t = new ColumnBlocks(t, a.width());
    }

    /**
     * Factors a matrix, and waits for it.
     *
     * @param platform the platform
     * @param domains the domains that own blocks of columns, in turn; at least one
     * @param a the matrix, at least as many rows as columns; the caller's
     * @param progress receives the progress
     * @return the factors, to be closed by the caller
     * @throws RangeException if there are more columns than rows
     */
    public static QrFactorization of(
            Platform platform, List<Domain> domains, ColumnBlocks a, Steps progress) {
        if (a.rows() < a.columns()) {
            throw new RangeException(
                    "a matrix of %s x %s has more columns than rows"
                            .formatted(a.rows(), a.columns()));
        }
        long height = Math.min(a.width(), a.columns());
        Buffer t = platform.buffer(BufferOptions.named("T"), JAVA_DOUBLE, a.columns(), height);
        PanelStreams crew =
                PanelStreams.beside(
                        t, platform, domains, TileKernels.DOUBLES.of(TileOperation.GEQRT));
        QrFactorization made = new QrFactorization(a, crew, t);
        made.run(progress);
        return made;
    }

    @Override
    TileCall panel(int k) {
        long first = a.start(k);
        return calls.geqrt(a.rows() - first, a.columns(k), a.below(k, first), beside(k));
    }

    @Override
    Range beside(int k) {
        return t.part(k, 0, a.columns(k));
    }

    @Override
    List<Event> update(int k, int j, Stream stream) {
        return List.of(enqueue(stream, reflect(Transpose.YES, k, a, j)));
    }

    /** Multiplies block j by the reflectors of panel k. */
    private TileCall reflect(Transpose forQ, int k, ColumnBlocks of, int j) {
        long first = a.start(k);
        return calls.gemqrt(
                forQ,
                a.rows() - first,
                of.columns(j),
                a.columns(k),
                a.below(k, first),
                beside(k),
                of.below(j, first));
    }

    @Override
    void finish() {
        crew.gather();
    }

    /**
     * Computes X = op(Q) X; waits for it.
     *
     * @param forQ op
     * @param x as many rows as A
     * @throws RangeException if the extents do not fit
     */
    public void multiply(Transpose forQ, ColumnBlocks x) {
        enqueueMultiply(forQ, x).await();
    }

    private Stream enqueueMultiply(Transpose forQ, ColumnBlocks x) {
        return apply(forQ == Transpose.YES, x, (k, j) -> reflect(forQ, k, x, j));
    }

    /**
     * Solves the least-squares problem: finds the X for which the norm of A X - B is smallest,
     * column by column, and waits for it.
     *
     * @param x holds B, as many rows as A. Receives X in as many rows as A has columns; the rows
     *     below have the norm of the residual
     * @throws SingularException if the diagonal of R has a zero: the columns of A are not
     *     independent
     * @throws RangeException if the extents do not fit
     */
    @Override
    public void solve(ColumnBlocks x) {
        MemorySegment elements = a.buffer().read();
        for (long i = 0; i < a.columns(); i++) {
            if (elements.getAtIndex(JAVA_DOUBLE, i * a.rows() + i) == 0) {
                throw new SingularException(i + 1);
            }
        }
        Stream stream = enqueueMultiply(Transpose.YES, x);
        new Systems(calls, stream).solve(a, Triangle.UPPER, Transpose.NO, Diagonal.STORED, x);
        stream.await();
    }
}
