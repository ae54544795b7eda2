package org.anabranch.loops.compile;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;

/**
 * A cell for a field that a body writes.
 *
 * @param owner variable of its object; null for a static field
 * @param field class and name
 * @param kind of the field
 */
public record FieldCell(Local owner, String field, Kind kind) {}
