package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.InputValues;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Strings;
import org.anabranch.loops.trace.JavaOperators;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The values of a body's inputs at one call. Each field is read once. */
public final class Inputs {
    private final Map<Local, Object> values = new HashMap<>();
    private final Map<Source, Object> bySource = new HashMap<>();
    private final Lifted lifted;
    private final List<Object> captured;
    private final Consumer<Object> reading;

    /**
     * Reads the values.
     *
     * @param lifted the body
     * @param captured its captured values, in order
     * @throws BodyRefusal if a field cannot be read, or its object is null
     */
    public Inputs(Lifted lifted, List<Object> captured) {
        this(lifted, captured, memory -> {});
    }

    /**
     * Reads the values.
     *
     * @param lifted the body
     * @param captured its captured values, in order
     * @param reading called with memory before its elements are read
     * @throws BodyRefusal if a field cannot be read, or its object is null
     */
    public Inputs(Lifted lifted, List<Object> captured, Consumer<Object> reading) {
        this.lifted = lifted;
        this.captured = captured;
        this.reading = reading;
        for (Input input : lifted.body().inputs()) {
            values.put(input.local(), value(input.source()));
        }
        lifted.relied().forEach(this::require);
    }

    /** Another thread may have changed a field since the body was found. */
    private void require(Source source, Class<?> type) {
        if (InputValues.type(value(source)) != type) {
            throw new BodyRefusal("a field whose object it calls has changed", 0);
        }
    }

    /**
     * Creates inputs from known values.
     *
     * @param body the body
     * @param given the value of each of its inputs
     */
    public Inputs(LoopBody body, Map<Source, Object> given) {
        this.lifted = new Lifted(body, Map.of(), Map.of());
        this.captured = List.of();
        this.reading = memory -> {};
        bySource.putAll(given);
        for (Input input : body.inputs()) {
            values.put(input.local(), value(input.source()));
        }
    }

    /**
     * Returns the value of an input.
     *
     * @param local its variable
     * @return the value, boxed, as the field or argument holds it
     */
    public Object of(Local local) {
        return values.get(local);
    }

    /**
     * Returns the value of an input whose elements are going to be read.
     *
     * @param local its variable
     * @return the value, with its contents if it is memory
     */
    Object read(Local local) {
        Object value = of(local);
        reading.accept(value);
        return value;
    }

    /**
     * Returns the value of a numeric input.
     *
     * @param local its variable
     * @return its value, of a floating-point number the raw bits
     */
    public long number(Local local) {
        if (values.get(local) == null) {
            throw new IllegalStateException(local + " is no number");
        }
        return JavaOperators.bits(values.get(local));
    }

    /**
     * Returns true if a variable is an input.
     *
     * @param local a variable
     * @return true if its value is known at the call
     */
    public boolean has(Local local) {
        return values.containsKey(local) && (local.kind() != Kind.REFERENCE || of(local) != null);
    }

    private Object value(Source source) {
        Object known = bySource.get(source);
        if (known != null) {
            return known;
        }
        Object found =
                switch (source) {
                    case Source.Captured one -> captured.get(one.position());
                    case Source.Argument none ->
                            throw new BodyRefusal("it takes the arguments of a kernel", 0);
                    case Source.Static field -> read(source, null);
                    case Source.Same same -> {
                        Object other = same.other().map(this::value).orElse(null);
                        yield value(same.one()) == other ? 1 : 0;
                    }
                    case Source.Size size -> size(size);
                    case Source.Text text -> text.value().intern(); // as the virtual machine has it
                    case Source.OfText one -> {
                        List<Object> arguments = new ArrayList<>();
                        one.arguments().forEach(other -> arguments.add(value(other)));
                        yield Strings.compute(one.method(), value(one.text()), arguments);
                    }
                    case Source.Field field -> {
                        Object owner = value(field.owner());
                        if (owner == null) {
                            throw new BodyRefusal(
                                    "the object of field " + field.name() + " is null", 0);
                        }
                        yield read(source, owner);
                    }
                };
        bySource.put(source, found);
        return found;
    }

    private long size(Source.Size size) {
        if (value(size.segment()) instanceof MemorySegment segment) {
            return segment.byteSize();
        }
        throw new BodyRefusal("a segment is null", 0);
    }

    private Object read(Source source, Object owner) {
        return InputValues.read(lifted.readFields().get(source), owner);
    }
}
