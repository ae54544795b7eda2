package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

/**
 * A place in a body that reads or writes memory. It names arrays by their variables, so that it
 * also stands for other calls.
 *
 * @param id from 0, in the order of the body; the id of its accesses
 * @param write true for a write
 * @param name the access, for people: {@code a[i + 1]}
 * @param base number of the memory
 * @param line of the source, or 0
 * @param covered true if it reads a value that the same iteration has written
 * @param statement the statement, for recognising reductions
 * @param length of the array, if it is a numeric one that nothing else overlaps; else -1
 * @param indirect the subscript, if an index array holds it; else null
 * @param root the first input that is the array, array of arrays or segment that it is in; null for
 *     a field
 * @param bytes its offset in the root in bytes, rows one after the other; null if that is not known
 *     or rows differ in length
 * @param size bytes accessed
 */
public record Touch(
        int id,
        boolean write,
        String name,
        int base,
        int line,
        boolean covered,
        Statement statement,
        int length,
        Indirect indirect,
        Local root,
        Linear bytes,
        int size) {
    /** {@return the element that the statement loads or stores} */
    public Element element() {
        return statement.access().element();
    }

    /** {@return the array, segment or object of the statement; null for a static field} */
    public Expression place() {
        return statement.access().base();
    }

    @Override
    public String toString() {
        return name + (line > 0 ? " in line " + line : "");
    }
}
