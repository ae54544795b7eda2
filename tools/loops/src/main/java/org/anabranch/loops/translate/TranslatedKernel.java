package org.anabranch.loops.translate;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.Range;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.nest.Hazard;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.anabranch.loops.nest.LoopNest;
import org.anabranch.spi.KernelTranslator;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A translation, with a cache of the runs that it has been proved for. */
final class TranslatedKernel implements KernelTranslator.Translation {
    private static final int KEPT = 64;

    /** The key of a proof: the piece, and extents and numbers of the arguments. */
    private record Run(Piece piece, List<Object> arguments) {}

    private final Kernel kernel;
    private final IndexedBody each;
    private final KernelCode code;
    private final Map<Run, String> proofs =
            Collections.synchronizedMap(
                    new LinkedHashMap<>(16, 0.75f, true) {
                        private static final long serialVersionUID = 1;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<Run, String> eldest) {
                            return size() > KEPT;
                        }
                    });

    TranslatedKernel(Kernel kernel, IndexedBody each, KernelCode code) {
        this.kernel = kernel;
        this.each = each;
        this.code = code;
    }

    @Override
    public KernelCode code() {
        return code;
    }

    @Override
    public void check(Piece piece, List<Argument> arguments) {
        List<Object> shapes = new ArrayList<>();
        List<Object> buffers = new ArrayList<>();
        for (Argument argument : arguments) {
            shapes.add(Extent.of(argument, buffers));
        }
        String reason =
                proofs.computeIfAbsent(
                        new Run(piece, shapes), run -> obstacle(run.piece, arguments, shapes));
        if (!reason.isEmpty()) {
            throw JavaTranslator.refused(kernel, reason, 0);
        }
    }

    private String obstacle(Piece piece, List<Argument> arguments, List<Object> shapes) {
        boolean once = each.rank() == 0;
        boolean mapped = arguments.stream().anyMatch(MappedOperand.class::isInstance);
        if (!once && !each.counts(piece)) {
            return "it runs over a loop of dimension "
                    + each.rank()
                    + " from 0 or above, with stride 1 where it steps by 1, not over "
                    + piece;
        }
        if (once && (mapped || piece.rank() == 1 && piece.size() > 1)) {
            return "it does not look at its piece, so it runs once, without a loop";
        }
        try {
            return obstacle(piece, shapes);
        } catch (BodyRefusal refusal) {
            return refusal.getMessage() + at(refusal.line());
        }
    }

    private String obstacle(Piece piece, List<Object> shapes) {
        long low = each.first(piece);
        long high = each.bound(piece);
        if (low >= high) {
            return "";
        }
        LoopBody body = each.numbered(piece);
        Map<Source, Object> given = new HashMap<>();
        for (Input input : body.inputs()) {
            Source.Argument argument = (Source.Argument) input.source();
            given.put(argument, value(argument, shapes));
        }
        Judgement judgement = Judgement.of(body, new Inputs(body, given), low, high);
        LoopNest nest = judgement.nest();
        if (!nest.hazards().isEmpty()) {
            Hazard hazard = nest.hazards().getFirst();
            return hazard + " is not ruled out";
        }
        if (nest.mayNotEnd()) {
            return "a loop inside is not proved to end";
        }
        Verdict verdict = judgement.verdict();
        return verdict.kind() == Verdict.Kind.DOALL
                ? ""
                : verdict.kind() + ": " + verdict.reason() + at(verdict.line());
    }

    private static String at(int line) {
        return line > 0 ? " (line " + line + ")" : "";
    }

    private static Object value(Source.Argument argument, List<Object> shapes) {
        if (argument.position() < 0 || argument.position() >= shapes.size()) {
            throw new BodyRefusal("there is no argument " + argument.position(), 0);
        }
        Object shape = shapes.get(argument.position());
        boolean number = argument.asked().equals("longAt") || argument.asked().equals("doubleAt");
        if (number != shape instanceof Number) {
            throw new BodyRefusal(
                    "argument %s is not what %s asks"
                            .formatted(argument.position(), argument.asked()),
                    0);
        }
        return switch (argument.asked()) {
            case "longAt" -> whole((Number) shape, argument.position());
            case "doubleAt" -> floating((Number) shape, argument.position());
            case "segment" -> ((Extent) shape).memory();
            case "pitch" -> ((Extent) shape).pitch();
            case "columns" -> ((Extent) shape).columns();
            case "rows" -> ((Extent) shape).rows();
            default -> throw new BodyRefusal("it asks for " + argument.asked(), 0);
        };
    }

    private static long whole(Number number, int position) {
        if (number instanceof Integer || number instanceof Long) {
            return number.longValue();
        }
        throw new BodyRefusal("argument " + position + " is no whole number", 0);
    }

    private static double floating(Number number, int position) {
        if (number instanceof Float || number instanceof Double) {
            return number.doubleValue();
        }
        throw new BodyRefusal("argument " + position + " is no floating number", 0);
    }

    /**
     * The bytes of a buffer that a segment covers. Buffers are numbered, and far from each other in
     * a virtual address space that is used for comparison only.
     */
    private record Extent(
            int buffer, long offset, long bytes, long pitch, long columns, long rows) {
        private static final int APART = 46;

        static Object of(Argument argument, List<Object> buffers) {
            return switch (argument) {
                case Argument.Scalar scalar -> scalar.value();
                case Operand operand -> {
                    Region region = operand.range().region();
                    Shape shape = operand.range().buffer().shape();
                    long element = shape.element().byteSize();
                    long row = region.height() == 1 ? region.width() : region.rowPitch();
                    if (region.depth() != 1) {
                        throw new BodyRefusal("an operand has three dimensions", 0);
                    }
                    yield new Extent(
                            number(operand.range().buffer(), buffers),
                            region.offset(),
                            region.end() - region.offset(),
                            row / element,
                            region.width() / element,
                            region.height());
                }
                case Range bare ->
                        throw new BodyRefusal("the range of " + bare + " has no mode", 0);
                case MappedOperand mapped -> {
                    Shape shape = mapped.buffer().shape();
                    yield new Extent(
                            number(mapped.buffer(), buffers),
                            0,
                            shape.bytes(),
                            shape.columns(),
                            shape.columns(),
                            shape.rows() * shape.slices());
                }
            };
        }

        private static int number(Object buffer, List<Object> buffers) {
            for (int i = 0; i < buffers.size(); i++) {
                if (buffers.get(i) == buffer) {
                    return i + 1;
                }
            }
            buffers.add(buffer);
            return buffers.size();
        }

        @SuppressWarnings("restricted")
        MemorySegment memory() {
            return MemorySegment.ofAddress(((long) buffer << APART) + offset).reinterpret(bytes);
        }
    }
}
