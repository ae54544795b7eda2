package org.anabranch.loops.translate;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelFormatException;
import org.anabranch.loops.emit.KernelEntry;
import org.anabranch.loops.emit.Substitution;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.spi.KernelTranslator;
import org.osgi.service.component.annotations.Component;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The translator of Java kernels to OpenCL C, from their class files. Stateless. */
@Component(service = KernelTranslator.class)
public final class JavaTranslator implements KernelTranslator {
    private static final String TAKES =
            "Lorg/anabranch/api/Piece;Lorg/anabranch/api/KernelArguments;";

    /** Creates a translator. */
    public JavaTranslator() {}

    @Override
    public String from() {
        return KernelCode.JAVA;
    }

    @Override
    public String to() {
        return KernelCode.OPENCL_C;
    }

    @Override
    public Translation translate(Kernel kernel) {
        JavaKernel java = (JavaKernel) kernel.code(KernelCode.JAVA).orElseThrow();
        try {
            Revealed found = BodyResolver.open(java, TAKES);
            List<Object> captured = new ArrayList<>(found.captured());
            captured.add(null);
            captured.add(null);
            Revealed revealed =
                    new Revealed(
                            found.owner(),
                            found.method(),
                            found.descriptor(),
                            found.isStatic(),
                            captured);
            LoopBody code = constant(Lifter.lift(revealed), captured);
            IndexedBody each = PieceLoop.body(code);
            boolean strides = each.steps().contains(true);
            return new TranslatedKernel(
                    kernel, each, KernelEntry.of(kernel, each.body(), each.rank(), strides));
        } catch (BodyRefusal refusal) {
            throw refused(kernel, refusal.getMessage(), refusal.line());
        }
    }

    static KernelFormatException refused(Kernel kernel, String reason, int line) {
        return new KernelFormatException(
                ("kernel %s is not translated from java to opencl-c: %s%s; domains that run"
                                + " java, such as the host, run it as it is")
                        .formatted(kernel.name(), reason, line > 0 ? " (line " + line + ")" : ""));
    }

    /** Returns the code with captured values and final fields as constants. */
    private static LoopBody constant(Lifted lifted, List<Object> captured) {
        LoopBody body = lifted.body();
        if (lifted.catches() > 0) {
            throw new BodyRefusal("it catches exceptions", lifted.catches());
        }
        lifted.relied().keySet().forEach(source -> requireFinal(lifted, source));
        List<Input> fixed = new ArrayList<>();
        List<Input> open = new ArrayList<>();
        for (Input input : body.inputs()) {
            boolean given =
                    input.source() instanceof Source.Argument
                            || input.source() instanceof Source.Field field
                                    && field.declaring().equals("org/anabranch/api/Piece");
            if (given) {
                open.add(input);
            } else if (input.local().kind() != Kind.REFERENCE) {
                fixed.add(input);
                requireFinal(lifted, input.source());
            }
        }
        Inputs inputs =
                new Inputs(
                        new Lifted(
                                with(body, fixed, body.statements()),
                                lifted.readFields(),
                                Map.of()),
                        captured);
        Map<Local, Expression> constants = new HashMap<>();
        for (Input input : fixed) {
            constants.put(
                    input.local(),
                    new Expression.Constant(input.local().kind(), inputs.number(input.local())));
        }
        List<Statement> statements = new Substitution(constants).in(body.statements());
        Set<Local> unchanging = new HashSet<>();
        open.forEach(input -> unchanging.add(input.local()));
        return with(body, open, Substitution.ofCopies(statements, unchanging));
    }

    private static void requireFinal(Lifted lifted, Source source) {
        switch (source) {
            case Source.Field of -> requireFinal(lifted, of.owner());
            case Source.Size of -> requireFinal(lifted, of.segment());
            case Source.OfText of -> {
                requireFinal(lifted, of.text());
                of.arguments().forEach(one -> requireFinal(lifted, one));
            }
            default -> {}
        }
        var field = lifted.readFields().get(source);
        if (field != null && !Modifier.isFinal(field.getModifiers())) {
            throw new BodyRefusal(
                    "it reads the field " + field.getName() + ", which may change", 0);
        }
    }

    private static LoopBody with(LoopBody body, List<Input> inputs, List<Statement> statements) {
        return new LoopBody(
                body.name(), body.file(), body.index(), inputs, body.locals(), statements);
    }
}
