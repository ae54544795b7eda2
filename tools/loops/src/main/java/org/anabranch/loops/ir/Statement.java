package org.anabranch.loops.ir;

import java.util.List;

/**
 * A step of a body, in order. Lists of statements are structured: control leaves one only at its
 * end, or by {@link Break}, {@link Continue}, {@link End} or {@link Fault}. Lines are those of the
 * source file, 0 where they are not known.
 */
public sealed interface Statement {

    /** {@return line of the source, or 0} */
    int line();

    /**
     * Sets a variable. A load, a length or a division of whole numbers may be the value; it may
     * fault.
     *
     * @param target the variable, no input
     * @param value of the same kind
     * @param line of the source, or 0
     */
    record Assign(Local target, Expression value, int line) implements Statement {}

    /**
     * Writes memory. Faults as the load of the same element does.
     *
     * @param element what is written
     * @param base as in {@link Expression.Load}
     * @param index as in {@link Expression.Load}
     * @param value of the element's computational kind; narrowed to the element
     * @param line of the source, or 0
     */
    record Store(Element element, Expression base, Expression index, Expression value, int line)
            implements Statement {}

    /**
     * Chooses.
     *
     * @param condition an INT; holds where it is not 0
     * @param then where it holds
     * @param otherwise where it does not, possibly empty
     * @param line of the source, or 0
     */
    record If(Expression condition, List<Statement> then, List<Statement> otherwise, int line)
            implements Statement {
        /** Copies. */
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /**
     * Runs its body again and again until control leaves it; the end of the body goes on at its
     * start. A loop that tests first begins with an {@link If} that breaks.
     *
     * @param label names it for {@link Break} and {@link Continue}
     * @param body what is repeated
     * @param line of the source, or 0
     */
    record Repeat(int label, List<Statement> body, int line) implements Statement {
        /** Copies. */
        public Repeat {
            body = List.copyOf(body);
        }
    }

    /**
     * Runs its body once; a {@link Break} inside goes to its end.
     *
     * @param label names it
     * @param body what is run
     * @param line of the source, or 0
     */
    record Labelled(int label, List<Statement> body, int line) implements Statement {
        /** Copies. */
        public Labelled {
            body = List.copyOf(body);
        }
    }

    /**
     * Goes on behind a {@link Repeat} or {@link Labelled} around this.
     *
     * @param label its label
     * @param line of the source, or 0
     */
    record Break(int label, int line) implements Statement {}

    /**
     * Goes on at the start of a {@link Repeat} around this.
     *
     * @param label its label
     * @param line of the source, or 0
     */
    record Continue(int label, int line) implements Statement {}

    /**
     * Ends the iteration.
     *
     * @param line of the source, or 0
     */
    record End(int line) implements Statement {}

    /**
     * The iteration throws here. What, only Java knows: the iteration is run again in Java.
     *
     * @param line of the source, or 0
     */
    record Fault(int line) implements Statement {}
}
