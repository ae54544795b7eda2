package org.anabranch.loops.run;

import org.anabranch.loops.compile.BodyCompiler;
import org.anabranch.loops.compile.Changes;
import org.anabranch.loops.compile.CompiledBody;
import org.anabranch.loops.compile.FieldCell;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Touch;
import org.anabranch.loops.nest.Transformation;
import org.anabranch.loops.run.TransformedMemory.Part;
import org.anabranch.loops.trace.Cells;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A transformed loop body (privatised, reduced or copied), compiled so that each tile uses memory
 * of its own.
 */
final class TransformedLoop {
    /**
     * The number of cells that all tiles together may have, in addition to four for each iteration.
     */
    private static final long FREE = 1 << 20;

    private final Lifted lifted;
    private final Inputs inputs;
    private final List<TransformedMemory> memories = new ArrayList<>();
    private final List<FieldCell> fields;
    private String obstacle;
    private boolean fixed;
    private long ownCells;
    private CompiledBody code;
    private long[] numbers;

    TransformedLoop(
            Lifted lifted, Inputs inputs, List<Transformation> treatments, long iterations) {
        this.lifted = lifted;
        this.inputs = inputs;
        this.fields = FieldCell.in(lifted.body());
        for (Transformation treatment : treatments) {
            add(treatment);
        }
        for (FieldCell cell : fields) {
            // a field that a single iteration writes needs no transformation, but tiles write
            // copies of fields only
            if (memories.stream().noneMatch(memory -> memory.is(cell, inputs))) {
                String name = cell.field().substring(cell.field().lastIndexOf('.') + 1);
                obstacle = "the field " + name + " is set by one iteration alone";
            }
        }
        for (TransformedMemory memory : memories) {
            fixed |= memory.isOrdered();
            ownCells += memory.before != null ? 0 : memory.cells.length();
        }
        double all = (double) ownCells * TransformedRun.tiles(fixed, ownCells, iterations);
        if (all > FREE && all / 4 > iterations) {
            obstacle = "copies of what is written would be larger than the loop";
        }
    }

    private void add(Transformation treatment) {
        Touch touch = treatment.touches().getFirst();
        if (treatment.root() != null) {
            Cells cells = Cells.of(inputs.of(treatment.root()), kind(touch));
            if (cells == null) {
                obstacle = touch.name() + " is not aligned or cannot be written";
                return;
            }
            memories.add(new TransformedMemory(treatment, cells, null, null));
            return;
        }
        Local local = TransformedMemory.owner(touch);
        Object owner = local == null ? null : inputs.of(local);
        String name = touch.element().field();
        Cells cells = cell(lifted.writtenFields().get(name), owner);
        memories.add(new TransformedMemory(treatment, cells, owner, name));
    }

    private static Cells cell(Field field, Object owner) {
        try {
            field.setAccessible(true);
            Object cell = Array.newInstance(field.getType(), 1);
            Array.set(cell, 0, field.get(owner));
            return Cells.of(cell, Kind.of(field.getType().descriptorString()));
        } catch (ReflectiveOperationException | RuntimeException closed) {
            throw new IllegalStateException("field " + field + " cannot be used", closed);
        }
    }

    private static Kind kind(Touch touch) {
        return touch.element().kind();
    }

    /** Returns the reason why the loop cannot run in this way, or null. */
    String obstacle() {
        return obstacle;
    }

    /**
     * Returns true if tiles have a fixed size, because the order of combining affects the result.
     */
    boolean isFixed() {
        return fixed;
    }

    /** Returns the number of cells that each tile has of its own. */
    long ownCells() {
        return ownCells;
    }

    List<TransformedMemory> memories() {
        return memories;
    }

    /** Returns the memory that is unchanged until all tiles have run. */
    List<Object> apart() {
        return memories.stream()
                .filter(memory -> !memory.isField() && memory.before == null)
                .map(memory -> memory.cells.memory())
                .toList();
    }

    /**
     * Returns new memory for a tile.
     *
     * @param first true for the first tile, which adds to the program's own values where the order
     *     of rounding counts: a loop of one tile has the bits of sequential execution
     */
    Part[] parts(boolean first) {
        Part[] parts = new Part[memories.size()];
        for (int m = 0; m < parts.length; m++) {
            TransformedMemory memory = memories.get(m);
            parts[m] = first && memory.isOrdered() ? memory.copy() : memory.part();
        }
        return parts;
    }

    /** Compiles the body, unless that has been done. */
    void prepare() {
        code = code();
        numbers = numbers();
    }

    /** Runs some iterations on memory of their own. */
    void run(Part[] parts, long low, long high) {
        List<Input> all = lifted.body().inputs();
        int n = all.size();
        int f = fields.size();
        Object[] memory = new Object[3 * n + 2 * f];
        for (int i = 0; i < n; i++) {
            input(i, parts, memory);
        }
        for (int c = 0; c < f; c++) {
            field(c, parts, memory);
        }
        code.run(memory, numbers, low, high, new long[1]);
    }

    private void input(int i, Part[] parts, Object[] memory) {
        int n = lifted.body().inputs().size();
        int f = fields.size();
        Local local = lifted.body().inputs().get(i).local();
        Object value = inputs.of(local);
        if (!isMemory(value)) {
            return;
        }
        memory[i] = value;
        memory[2 * n + 2 * f + i] = value;
        for (int m = 0; m < parts.length; m++) {
            TransformedMemory treated = memories.get(m);
            if (treated.isField() || treated.cells.memory() != value) {
                continue;
            }
            if (parts[m] == null) {
                memory[2 * n + 2 * f + i] = treated.before.memory();
            } else {
                memory[i] = parts[m].cells().memory();
                memory[n + f + i] = parts[m].marks();
            }
        }
    }

    private void field(int c, Part[] parts, Object[] memory) {
        int n = lifted.body().inputs().size();
        FieldCell cell = fields.get(c);
        for (int m = 0; m < parts.length; m++) {
            if (memories.get(m).is(cell, inputs)) {
                memory[n + c] = parts[m].cells().memory();
                memory[2 * n + fields.size() + c] = parts[m].marks();
                return;
            }
        }
        throw new IllegalStateException("no memory for the field " + cell.field());
    }

    private static boolean isMemory(Object value) {
        return value instanceof MemorySegment || value != null && value.getClass().isArray();
    }

    private long[] numbers() {
        List<Input> all = lifted.body().inputs();
        long[] numbers = new long[all.size()];
        for (int i = 0; i < numbers.length; i++) {
            Local local = all.get(i).local();
            numbers[i] = local.kind() == Kind.REFERENCE ? 0 : inputs.number(local);
        }
        return numbers;
    }

    private CompiledBody code() {
        LoopBody body = lifted.body();
        Set<Local> marked = new HashSet<>();
        Set<FieldCell> markedFields = new HashSet<>();
        Set<Local> before = new HashSet<>();
        for (TransformedMemory memory : memories) {
            before.addAll(memory.loadsBefore());
            if (memory.combination != null || memory.before != null) {
                continue;
            }
            for (Input input : body.inputs()) {
                if (!memory.isField() && inputs.of(input.local()) == memory.cells.memory()) {
                    marked.add(input.local());
                }
            }
            fields.stream().filter(cell -> memory.is(cell, inputs)).forEach(markedFields::add);
        }
        Set<Local> scalars = new HashSet<>();
        Set<FieldCell> scalarFields = new HashSet<>();
        for (TransformedMemory memory : memories) {
            if (memory.combination != null) {
                scalars.addAll(scalar(memory));
                scalarFields.addAll(scalarField(memory));
            }
        }
        Changes changes = new Changes(marked, markedFields, before, scalars, scalarFields);
        return (CompiledBody)
                lifted.made()
                        .computeIfAbsent(
                                changes,
                                absent -> BodyCompiler.define(BodyCompiler.compile(body, changes)));
    }

    /** Returns the input of an array of one element that can be in a variable, or nothing. */
    private List<Local> scalar(TransformedMemory memory) {
        if (memory.isField() || !memory.isScalar()) {
            return List.of();
        }
        List<Local> inputsOfIt =
                lifted.body().inputs().stream()
                        .map(Input::local)
                        .filter(local -> inputs.of(local) == memory.cells.memory())
                        .toList();
        return inputsOfIt.size() == 1 ? inputsOfIt : List.of();
    }

    private List<FieldCell> scalarField(TransformedMemory memory) {
        List<FieldCell> cells = fields.stream().filter(cell -> memory.is(cell, inputs)).toList();
        return cells.size() == 1 ? cells : List.of();
    }

    /** Writes the results to fields. */
    void writeFields() {
        for (TransformedMemory memory : memories) {
            if (memory.isField()) {
                try {
                    Object value = Array.get(memory.cells.memory(), 0);
                    lifted.writtenFields().get(memory.field).set(memory.owner, value);
                } catch (IllegalAccessException lost) {
                    throw new IllegalStateException(lost);
                }
            }
        }
    }
}
