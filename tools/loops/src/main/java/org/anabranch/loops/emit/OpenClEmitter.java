package org.anabranch.loops.emit;

import org.anabranch.api.KernelCode;
import org.anabranch.api.SourceCode;
import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.emit.KernelText.Parameter;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;
import org.anabranch.loops.lift.BodyRefusal;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The writer of loop bodies in OpenCL C with Java's meaning, bit by bit: wrap-around, shifts,
 * division, narrowing, saturating conversions, NaN, and the order of operations within an
 * iteration. NaNs stay NaNs; Java does not define their bit patterns either.
 *
 * <p>Iterations must be independent of each other. Stateless and thread-safe.
 */
public final class OpenClEmitter {
    /**
     * Keeps the function for the last few iterations from being inlined: its variables would take
     * registers away from the vectors (a matrix product took 1.3 times as long on PoCL).
     */
    private static final String APART = "__attribute__((noinline)) ";

    private final LoopBody body;

    /** The number of the collapsed loop's iteration; null if none is collapsed. */
    private final Local column;

    private final EmitOptions options;
    private final KernelMemory memory;
    private final Helpers helpers;

    private OpenClEmitter(LoopBody body, Local column, EmitOptions options) {
        this.body = body;
        this.column = column;
        this.options = options;
        this.memory = new KernelMemory(body);
        this.helpers = new Helpers(options.division());
    }

    /**
     * Writes a body.
     *
     * @param body one iteration
     * @param options how to write it
     * @return the kernel
     * @throws BodyRefusal if it cannot be expressed exactly in OpenCL C
     */
    public static KernelText emit(LoopBody body, EmitOptions options) {
        Optional<CollapsedLoop> collapsed =
                options.collapse() == EmitOptions.Collapse.NONE
                        ? Optional.empty()
                        : CollapsedLoop.of(body);
        return collapsed.isPresent()
                ? new OpenClEmitter(collapsed.get().body(), collapsed.get().column(), options)
                        .collapsed()
                : new OpenClEmitter(body, null, options).kernel();
    }

    /**
     * Returns the inner loop that can be a dimension of the index space, by its form. The caller
     * must prove that its iterations are independent of each other, that their number is the same
     * in all iterations of the parallel loop, and that they write nothing that is read before the
     * loop.
     *
     * @param body one iteration
     * @return the loop, that of the body by identity
     */
    public static Optional<Statement.Repeat> collapsible(LoopBody body) {
        return CollapsedLoop.in(body).map(LaneLoop::repeat);
    }

    /**
     * Returns the outermost inner loops whose form permits their iterations to be lanes. The caller
     * must prove that these iterations are independent of each other.
     *
     * @param body one iteration
     * @return the loops, those of the body by identity
     */
    public static List<Statement.Repeat> laneLoops(LoopBody body) {
        return LaneLoop.in(body.statements(), body.statements()).stream()
                .map(LaneLoop::repeat)
                .toList();
    }

    /**
     * The function that runs an iteration, which an entry point calls as {@code item(k, ...)}.
     *
     * @param text the function and its helpers
     * @param parameters those after k
     * @param declarations of the parameters
     */
    record Item(String text, List<Parameter> parameters, List<String> declarations) {}

    static Item item(LoopBody body, EmitOptions options) {
        return new OpenClEmitter(body, null, options).item();
    }

    private Item item() {
        Check.exact(body, options);
        String scalar = scalarBody();
        List<Parameter> parameters = memory.parameters(false);
        List<String> declarations = parameters.stream().map(memory::declaration).toList();
        boolean doubles = (scalar + declarations + helpers.text()).contains("double");
        String text = head(doubles) + helpers.text() + function("item", declarations, scalar);
        return new Item(text, parameters, declarations);
    }

    private static String head(boolean doubles) {
        return "#pragma OPENCL FP_CONTRACT OFF\n"
                + (doubles ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "");
    }

    private KernelText kernel() {
        Check.exact(body, options);
        boolean guarded = Check.guarded(body, options);
        boolean inner = options.laneLoop() == EmitOptions.LaneLoop.INNER;
        boolean wide = options.lanes() > 1 && !memory.hasOwn();
        Optional<UnrollAndJam.Several> several =
                inner && wide && !guarded
                        ? UnrollAndJam.of(body, options.independent())
                        : Optional.empty();
        boolean vectors = several.isPresent() || !inner && wide;
        String lanes = !vectors ? "" : inner ? innerBody(several.get()) : vectorBody();
        String scalar = !inner ? scalarBody() : innerBody(wide, vectors ? 1 : Copies.MOST);
        List<Parameter> parameters = memory.parameters(guarded);
        List<String> declarations = parameters.stream().map(memory::declaration).toList();
        int perItem =
                several.map(UnrollAndJam.Several::count).orElse(vectors ? options.lanes() : 1);
        String functions =
                (vectors ? APART : "")
                        + function("item", declarations, scalar)
                        + (vectors ? function("lanes", declarations, lanes) : "");
        return text(functions, ItemEntry.of(declarations, guarded, perItem), parameters, perItem);
    }

    private KernelText text(
            String functions, String entry, List<Parameter> parameters, int perItem) {
        boolean doubles =
                options.division() == Division.THROUGH_DOUBLE
                        || body.locals().stream().anyMatch(local -> local.kind() == Kind.DOUBLE)
                        || (functions + helpers.text()).contains("double");
        String flags =
                options.division() == Division.BUILD_OPTION
                        ? "-cl-fp32-correctly-rounded-divide-sqrt"
                        : "";
        String text = head(doubles) + helpers.text() + functions + entry;
        SourceCode code = new SourceCode(KernelCode.OPENCL_C, text, ItemEntry.NAME, flags);
        return new KernelText(code, parameters, perItem, doubles);
    }

    /** Returns the kernel whose work-items run one iteration of the collapsed loop each. */
    private KernelText collapsed() {
        Check.exact(body, options);
        boolean guarded = Check.guarded(body, options);
        String scalar = scalarBody();
        List<Parameter> parameters = memory.parameters(guarded);
        List<String> declarations = parameters.stream().map(memory::declaration).toList();
        Parameter width = new Parameter(KernelText.Role.WIDTH, null);
        parameters.add(width);
        List<String> own = new ArrayList<>(declarations);
        own.addFirst(Lanes.scalarType(column.kind()) + " " + KernelMemory.name(column));
        boolean innerFastest = options.collapse() == EmitOptions.Collapse.INNER_FASTEST;
        String entry =
                ItemEntry.collapsed(declarations, memory.declaration(width), guarded, innerFastest);
        return text(function("item", own, scalar), entry, parameters, 1);
    }

    private static String function(String name, List<String> declarations, String statements) {
        return "static inline int %s(long k, %s) {\n%sreturn 0;\n}\n"
                .formatted(name, String.join(", ", declarations), statements);
    }

    /**
     * Returns the declarations of the variables, and of the loop variable with its value in
     * iteration k.
     */
    private String declared(LoopBody what, Function<Local, Lanes> width) {
        StringBuilder text = new StringBuilder();
        for (Local local : what.locals()) {
            text.append(memory.ownDeclaration(local));
            boolean declares =
                    !memory.isInput(local)
                            && !local.equals(body.index())
                            && !local.equals(column)
                            && (local.kind() != Kind.REFERENCE || memory.isRow(local));
            if (declares) {
                String type = width.apply(local).type(local.kind());
                text.append(type + " " + KernelMemory.name(local) + " = 0;\n");
            }
        }
        String type = Lanes.scalarType(body.index().kind());
        text.append("const " + type + " " + KernelMemory.name(body.index()));
        text.append(" = (" + type + ") (first + k);\n");
        return text.toString();
    }

    private FunctionText function(StringBuilder text) {
        return new FunctionText(text, memory, helpers, options.proved());
    }

    private String scalarBody() {
        StringBuilder text = new StringBuilder(declared(body, local -> Lanes.SCALAR));
        new StatementWriter(function(text)).write(body.statements());
        return text.toString();
    }

    private String innerBody(boolean wide, int copies) {
        return innerBody(body, wide ? options.independent() : none -> false, copies);
    }

    private String innerBody(UnrollAndJam.Several several) {
        memory.also(several.body());
        return innerBody(
                several.body(),
                loop -> options.independent().test(several.originals().get(loop)),
                1);
    }

    private String innerBody(LoopBody what, Predicate<Statement.Repeat> independent, int copies) {
        StringBuilder text = new StringBuilder(declared(what, local -> Lanes.SCALAR));
        Map<Statement.Repeat, LaneLoop> loops = new IdentityHashMap<>();
        for (LaneLoop loop : LaneLoop.in(what.statements(), what.statements())) {
            if (independent.test(loop.repeat())) {
                loops.put(loop.repeat(), loop);
            }
        }
        Lanes lanes = new Lanes(options.lanes());
        new InnerLanes(function(text), lanes, loops, copies).write(what.statements());
        return text.toString();
    }

    private String vectorBody() {
        Lanes lanes = new Lanes(options.lanes());
        Set<Local> temporaries = Variables.temporaries(body.statements());
        Shapes shapes = Shapes.of(body.statements(), body.index(), 1, temporaries);
        StringBuilder text =
                new StringBuilder(
                        declared(body, local -> shapes.of(local).varying() ? lanes : Lanes.SCALAR));
        Expressions expressions = new Expressions(lanes, shapes, helpers);
        VectorStatements vectors =
                new VectorStatements(function(text), expressions, temporaries, new Copies(1));
        vectors.begin();
        vectors.write(body.statements());
        return text.toString();
    }
}
