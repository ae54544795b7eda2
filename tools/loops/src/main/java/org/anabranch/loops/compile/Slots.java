package org.anabranch.loops.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The local variable slots of a compiled method: for variables, sizes of flat arrays and cells of
 * fields.
 */
final class Slots {
    static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");

    static final ClassDesc LOG = ClassDesc.of(AccessLog.class.getName());

    private static final ClassDesc MARKS = CD_boolean.arrayType();

    private final CodeBuilder code;
    private final boolean flat;
    private final Changes changes;
    private final Map<Local, Integer> slots = new HashMap<>();
    private final Map<Local, Input> inputs = new HashMap<>();

    /** Static types of arrays and rows; the map below has the input that a row belongs to. */
    private final Map<Local, String> types = new HashMap<>();

    private final Map<Local, Local> roots = new HashMap<>();
    private final Map<Local, Integer> lengths = new HashMap<>();
    private final List<FieldCell> fields;
    private final Set<Local> own;
    private final Map<FieldCell, Integer> cells = new HashMap<>();
    private final Map<Object, Integer> marks = new HashMap<>();
    private final Map<Local, Integer> before = new HashMap<>();
    private final List<Scalar> scalars = new ArrayList<>();
    private final List<Local> order;
    private int log;
    private int steps;

    /** A cell that is in a variable while iterations run. */
    private record Scalar(Object place, TypeKind kind, int array, int slot) {}

    Slots(CodeBuilder code, LoopBody body, Changes changes) {
        this.code = code;
        this.flat = changes.flat();
        this.changes = changes;
        this.fields = FieldCell.in(body);
        this.own = body.ownArrays();
        this.order = body.inputs().stream().map(Input::local).toList();
        for (Input input : body.inputs()) {
            inputs.put(input.local(), input);
            types.put(input.local(), input.descriptor());
            roots.put(input.local(), input.local());
        }
        for (Local local : body.locals()) {
            slots.put(local, code.allocateLocal(type(local.kind())));
        }
    }

    static ClassDesc desc(Kind kind) {
        return kind.primitive().describeConstable().orElseThrow();
    }

    static TypeKind type(Kind kind) {
        return TypeKind.valueOf(kind.computational().name());
    }

    int of(Local local) {
        return slots.get(local);
    }

    boolean isMemory(Input input) {
        return input.descriptor().startsWith("[") || isSegment(input);
    }

    private static boolean isSegment(Input input) {
        return input.descriptor().equals("Ljava/lang/foreign/MemorySegment;");
    }

    ClassDesc memoryType(Input input) {
        return isFlat(input.local()) ? SEGMENT : ClassDesc.ofDescriptor(input.descriptor());
    }

    /** Returns true if an array, or the array of a row, is passed as a segment. */
    boolean isFlat(Local local) {
        Local root = roots.get(local);
        return flat && root != null && inputs.get(root).descriptor().startsWith("[");
    }

    boolean isRow(Local local) {
        return !inputs.containsKey(local);
    }

    /** Records the type of a row; the first assignment decides. */
    void row(Local row, Expression base) {
        Local outer = ((Expression.Read) base).local();
        types.putIfAbsent(row, types.get(outer).substring(1));
        roots.putIfAbsent(row, roots.get(outer));
    }

    String typeOf(Local local) {
        return types.get(local);
    }

    Local root(Local local) {
        return roots.get(local);
    }

    /** Loads the length of a flat array and of its rows from the arguments. */
    void sizes(Input input, int numbers, int at) {
        int first = code.allocateLocal(TypeKind.INT);
        int second = code.allocateLocal(TypeKind.INT);
        code.aload(numbers).loadConstant(at).laload().l2i().istore(first);
        code.aload(numbers).loadConstant(at + 1).laload().l2i().istore(second);
        lengths.put(input.local(), first);
    }

    /** Returns the slot of a flat array's length; the next slot has the length of its rows. */
    int length(Local root) {
        return lengths.get(root);
    }

    /** Loads what follows the inputs: marks, and the memory for loads. */
    void cells(int memory, List<Input> all) {
        int at = all.size();
        int behind = at + fields.size();
        int last = behind + all.size() + fields.size();
        for (int i = 0; i < all.size(); i++) {
            Local local = all.get(i).local();
            if (changes.marked().contains(local)) {
                marks.put(local, loaded(memory, behind + i, MARKS));
            }
            if (!changes.before().isEmpty() && isMemory(all.get(i))) {
                before.put(local, loaded(memory, last + i, memoryType(all.get(i))));
            }
        }
        for (int c = 0; c < fields.size(); c++) {
            if (changes.markedFields().contains(fields.get(c))) {
                marks.put(fields.get(c), loaded(memory, behind + all.size() + c, MARKS));
            }
        }
        fieldCells(memory, at);
        scalars();
        if (!changes.logged().isEmpty()) {
            log = loaded(memory, last + all.size(), LOG);
            steps = variable(TypeKind.INT);
        }
    }

    private void scalars() {
        for (Local input : changes.scalars()) {
            TypeKind kind = TypeKind.fromDescriptor(types.get(input).substring(1));
            scalars.add(new Scalar(input, kind, of(input), variable(kind)));
        }
        for (FieldCell field : changes.scalarFields()) {
            TypeKind kind = TypeKind.valueOf(field.kind().name());
            scalars.add(new Scalar(field, kind, cell(field), variable(kind)));
        }
        for (Scalar one : scalars) {
            code.aload(one.array).iconst_0().arrayLoad(one.kind);
            code.storeLocal(one.kind.asLoadable(), one.slot);
        }
    }

    /** Returns true if a memory is accessed through the log. */
    boolean isLogged(Local local) {
        return changes.logged().contains(local);
    }

    /** Returns true if there is a log. */
    boolean hasLog() {
        return !changes.logged().isEmpty();
    }

    /** Returns true if the steps of an inner loop are limited. */
    boolean isLimited(int label) {
        return changes.limited().contains(label);
    }

    /** Returns the slot of the log. */
    int log() {
        return log;
    }

    /** Returns the slot of the steps that are left. */
    int steps() {
        return steps;
    }

    /** Returns the position of an input. */
    int position(Local input) {
        return order.indexOf(input);
    }

    private int variable(TypeKind kind) {
        return code.allocateLocal(kind.asLoadable());
    }

    /** Stores the cells that are in variables back to memory. */
    void storeScalars() {
        for (Scalar one : scalars) {
            code.aload(one.array).iconst_0().loadLocal(one.kind.asLoadable(), one.slot);
            code.arrayStore(one.kind);
        }
    }

    /** Returns the slot of the cell of an input or field if it is in a variable, or -1. */
    int scalar(Object place) {
        return scalars.stream()
                .filter(one -> place.equals(one.place))
                .mapToInt(Scalar::slot)
                .findFirst()
                .orElse(-1);
    }

    private int loaded(int memory, int at, ClassDesc type) {
        int slot = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(memory).loadConstant(at).aaload().checkcast(type).astore(slot);
        return slot;
    }

    /** Returns the slot of the marks of an input or field, or -1. */
    int marks(Object place) {
        return marks.getOrDefault(place, -1);
    }

    /**
     * Returns the slot from which a load reads an input: that of the separate memory for loads, if
     * the load uses it.
     */
    int source(Local target, Local input) {
        return changes.before().contains(target) ? before.get(input) : of(input);
    }

    private void fieldCells(int memory, int at) {
        for (int c = 0; c < fields.size(); c++) {
            FieldCell field = fields.get(c);
            cells.put(field, loaded(memory, at + c, desc(field.kind()).arrayType()));
        }
    }

    int cell(FieldCell field) {
        return cells.get(field);
    }

    void zero(Local local) {
        int slot = of(local);
        switch (local.kind()) {
            case LONG -> code.lconst_0().lstore(slot);
            case FLOAT -> code.fconst_0().fstore(slot);
            case DOUBLE -> code.dconst_0().dstore(slot);
            case REFERENCE -> {
                if (flat && !own.contains(local)) {
                    code.iconst_0().istore(slot); // row number 0
                } else {
                    code.aconst_null().astore(slot);
                }
            }
            default -> code.iconst_0().istore(slot);
        }
    }
}
