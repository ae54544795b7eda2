package org.anabranch.loops.ir;

import java.util.List;

/**
 * A statement of a body. Lists of statements are structured: control leaves one only at its end, or
 * by {@link Break}, {@link Continue}, {@link End} or {@link Fault}. Lines are those of the source
 * file, 0 where they are not known.
 */
public sealed interface Statement {

    /** {@return line of the source, or 0} */
    int line();

    /**
     * An assignment. Its value may be a load, a length or a division of integers, which may fault.
     *
     * @param target the variable, no input
     * @param value of the same kind
     * @param line of the source, or 0
     */
    record Assign(Local target, Expression value, int line) implements Statement {}

    /**
     * A store to memory. Faults as a load of the same element does.
     *
     * @param element the element
     * @param base as in {@link Expression.Load}
     * @param index as in {@link Expression.Load}
     * @param value of the element's computational kind; narrowed to the element
     * @param line of the source, or 0
     */
    record Store(Element element, Expression base, Expression index, Expression value, int line)
            implements Statement {}

    /**
     * A choice.
     *
     * @param condition an INT; true if not 0
     * @param then if it is true
     * @param otherwise if it is not, possibly empty
     * @param line of the source, or 0
     */
    record If(Expression condition, List<Statement> then, List<Statement> otherwise, int line)
            implements Statement {
        /** Copies the lists. */
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /**
     * A loop: runs its body until control leaves it; after the end of the body it continues at the
     * start. A loop that tests first begins with an {@link If} that breaks.
     *
     * @param label for {@link Break} and {@link Continue}
     * @param body the statements to repeat
     * @param line of the source, or 0
     */
    record Repeat(int label, List<Statement> body, int line) implements Statement {
        /** Copies the list. */
        public Repeat {
            body = List.copyOf(body);
        }
    }

    /**
     * A labelled block: runs its body once; a {@link Break} inside jumps to its end.
     *
     * @param label of the block
     * @param body the statements
     * @param line of the source, or 0
     */
    record Labelled(int label, List<Statement> body, int line) implements Statement {
        /** Copies the list. */
        public Labelled {
            body = List.copyOf(body);
        }
    }

    /**
     * A jump to the end of an enclosing {@link Repeat} or {@link Labelled}.
     *
     * @param label its label
     * @param line of the source, or 0
     */
    record Break(int label, int line) implements Statement {}

    /**
     * A jump to the start of an enclosing {@link Repeat}.
     *
     * @param label its label
     * @param line of the source, or 0
     */
    record Continue(int label, int line) implements Statement {}

    /**
     * The end of the iteration.
     *
     * @param line of the source, or 0
     */
    record End(int line) implements Statement {}

    /**
     * A fault: the iteration throws here. The exception is that of running the iteration again in
     * Java.
     *
     * @param line of the source, or 0
     */
    record Fault(int line) implements Statement {}
}
