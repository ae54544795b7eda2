package org.anabranch.loops.compile;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;

import java.util.List;

/**
 * A cell for a field that a body writes.
 *
 * @param owner variable of its object; null for a static field
 * @param field class and name
 * @param kind of the field
 */
public record FieldCell(Local owner, String field, Kind kind) {
    static FieldCell of(Expression.Load access) {
        Local owner = access.base() == null ? null : ((Expression.Read) access.base()).local();
        return new FieldCell(owner, access.element().field(), access.element().kind());
    }

    /**
     * Returns the fields that a body writes.
     *
     * @param body one iteration
     * @return each once, in the order of the body
     */
    public static List<FieldCell> in(LoopBody body) {
        return Statement.all(body.statements()).stream()
                .map(Statement::access)
                .filter(access -> access != null && access.index() == null)
                .map(FieldCell::of)
                .distinct()
                .toList();
    }
}
