package org.anabranch.loops.lift;

import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lifted body, with the origins of its inputs.
 *
 * @param body one iteration
 * @param readFields the fields behind inputs
 * @param writtenFields fields that the body writes, by {@code class.name}
 * @param initialized classes with observable initializers that an iteration may be the first to run
 * @param relied classes of objects in fields that the body was lifted for
 * @param catches line of a method that catches exceptions, or 0; then it may run in parallel only
 *     if none can be thrown, since handlers are not part of the body
 * @param made a cache for other results derived from the body
 */
public record Lifted(
        LoopBody body,
        Map<Source, Field> readFields,
        Map<String, Field> writtenFields,
        Set<Class<?>> initialized,
        Map<Source, Class<?>> relied,
        int catches,
        Map<Object, Object> made) {
    /** Copies the maps. */
    public Lifted {
        readFields = Map.copyOf(readFields);
        writtenFields = Map.copyOf(writtenFields);
        initialized = Set.copyOf(initialized);
        relied = Map.copyOf(relied);
    }

    /**
     * Creates a body with an empty cache, without classes.
     *
     * @param body one iteration
     * @param readFields the fields behind inputs
     * @param writtenFields fields that the body writes
     */
    public Lifted(LoopBody body, Map<Source, Field> readFields, Map<String, Field> writtenFields) {
        this(body, readFields, writtenFields, Set.of(), Map.of(), 0, new ConcurrentHashMap<>());
    }
}
