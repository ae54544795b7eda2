package org.anabranch.loops.lift;

import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;

import java.lang.reflect.Field;
import java.util.Map;

/**
 * A body, and how its inputs are found.
 *
 * @param body what an iteration does
 * @param readFields the fields behind inputs
 * @param writtenFields fields that the body writes, by {@code class.name}
 */
public record Lifted(
        LoopBody body, Map<Source, Field> readFields, Map<String, Field> writtenFields) {
    /** Copies. */
    public Lifted {
        readFields = Map.copyOf(readFields);
        writtenFields = Map.copyOf(writtenFields);
    }
}
