package org.anabranch.dense.factor;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.dense.Layout;
import org.anabranch.dense.SingularException;
import org.anabranch.dense.TileCall;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * A right-looking factorisation by panels. Step k factors block k of the columns, then updates the
 * blocks to its right, the next panel first. A block is written by its owner's stream only, and by
 * the stream for panels when it becomes the panel; panels are not written again before the end. So
 * streams wait for each other twice per panel: for the last update of the panel, and for its
 * factorisation.
 */
public abstract sealed class PanelFactorization implements AutoCloseable
        permits LuFactorization, QrFactorization {
    final TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
    final ColumnBlocks a;
    final PanelStreams crew;
    private final Buffer beside;
    private final int steps;
    private final List<List<Event>> updated;
    private final BitSet told = new BitSet();
    private long actions;

    /**
     * Prepares a factorisation for {@link #run}.
     *
     * @param a the matrix; the caller's
     * @param crew the streams; closed with this
     * @param beside memory for further results of panels; closed with this
     */
    PanelFactorization(ColumnBlocks a, PanelStreams crew, Buffer beside) {
        this.a = a;
        this.crew = crew;
        this.beside = beside;
        this.steps = a.blocks(Math.min(a.rows(), a.columns()));
        this.updated = new ArrayList<>(Collections.nCopies(a.count(), List.of()));
    }

    /** Returns the call that factors a panel. */
    abstract TileCall panel(int k);

    /** Returns the further results of a panel that updates use. */
    abstract Range beside(int k);

    /** Enqueues the update of block j by panel k; returns the events of its last writes. */
    abstract List<Event> update(int k, int j, Stream stream);

    /** Enqueues the remaining actions at the end. */
    abstract void finish();

    final int steps() {
        return steps;
    }

    /**
     * Solves A X = B, or finds the X for which the norm of A X - B is smallest, and waits for it.
     *
     * @param x holds B, receives X; as many rows as A
     * @throws org.anabranch.api.RangeException if the extents do not fit
     */
    public abstract void solve(ColumnBlocks x);

    /** {@return the matrix, which holds the factors} */
    public final ColumnBlocks factors() {
        return a;
    }

    /** {@return the number of enqueued actions} */
    public final long enqueued() {
        return actions;
    }

    /** {@return true if panels were factored on the host} */
    public final boolean panelsOnHost() {
        return crew.panelsOnHost();
    }

    /** Closes all except the factors, which are the caller's. Idempotent. */
    @Override
    public final void close() {
        crew.close();
        beside.close();
    }

    /**
     * Returns the number of columns of panel k that are eliminated: all, or those that have rows.
     */
    final long depth(int k) {
        return Math.min(a.columns(k), a.rows() - a.start(k));
    }

    final Event enqueue(Stream stream, TileCall call) {
        actions++;
        return call.on(stream);
    }

    /** Runs the factorisation and waits for it; closes this if that fails. */
    final void run(Steps progress) {
        try {
            factor(progress);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void factor(Steps progress) {
        PendingSteps pending = new PendingSteps(steps, progress);
        for (int k = 0; k < steps; k++) {
            pending.add(step(k), actions);
        }
        finish();
        pending.await();
        try {
            crew.await();
        } catch (AnabranchException e) {
            throw SingularException.in(e).<RuntimeException>map(found -> found).orElse(e);
        }
    }

    /** Enqueues a step; returns the event of its panel. */
    private Event step(int k) {
        Range panel = a.below(k, a.start(k));
        crew.follow(crew.panels(), crew.owner(k), updated.get(k), panel);
        Event done = enqueue(crew.stream(crew.panels()), panel(k));
        told.clear();
        for (int j = k + 1; j < a.count(); j++) {
            int owner = crew.owner(j);
            if (!told.get(owner)) {
                told.set(owner);
                crew.follow(owner, crew.panels(), List.of(done), panel, beside(k));
            }
            updated.set(j, update(k, j, crew.stream(owner)));
        }
        return done;
    }

    /** A call that applies panel k to block j of other columns. */
    @FunctionalInterface
    interface Application {
        TileCall of(int k, int j);
    }

    /** Enqueues the application of all panels, in order or backwards; returns its stream. */
    final Stream apply(boolean forward, ColumnBlocks x, Application application) {
        Systems.requireRows(a, x);
        Stream stream = crew.stream(crew.panels());
        for (int step = 0; step < steps; step++) {
            int k = forward ? step : steps - 1 - step;
            for (int j = 0; j < x.count(); j++) {
                enqueue(stream, application.of(k, j));
            }
        }
        return stream;
    }
}
