package org.anabranch.loops.device;

import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.loops.emit.EmitOptions;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.emit.UntranslatableException;
import org.anabranch.loops.lift.Lifted;

import java.util.List;

/**
 * A body as a kernel, created once for each set of options and cached with the body.
 *
 * @param text the kernel in OpenCL C
 * @param kernel with that text, and with the body in Java
 */
record LoopKernel(KernelText text, Kernel kernel) {

    /** The key by which kernels of one body differ. */
    private record Key(
            EmitOptions.LaneLoop laneLoop,
            int lanes,
            EmitOptions.Division division,
            int ulps,
            boolean proved,
            List<Mode> modes) {}

    private record Text(
            EmitOptions.LaneLoop laneLoop,
            int lanes,
            EmitOptions.Division division,
            int ulps,
            boolean proved) {}

    /** Returns the text of a body. */
    static KernelText text(Lifted lifted, EmitOptions options) throws DeviceRefusal {
        Text key =
                new Text(
                        options.laneLoop(),
                        options.lanes(),
                        options.division(),
                        options.ulps(),
                        options.proved().test(null));
        KernelText known = (KernelText) lifted.made().get(key);
        if (known != null) {
            return known;
        }
        try {
            KernelText text = OpenClEmitter.emit(lifted.body(), options);
            lifted.made().put(key, text);
            return text;
        } catch (UntranslatableException reason) {
            String line = reason.line() > 0 ? " in line " + reason.line() : "";
            throw new DeviceRefusal(reason.getMessage() + line);
        }
    }

    /**
     * Returns the kernel of a body.
     *
     * @param lifted the body
     * @param options how it is written
     * @param modes of the text's parameters, null for numbers
     */
    static LoopKernel of(Lifted lifted, EmitOptions options, List<Mode> modes)
            throws DeviceRefusal {
        KernelText text = text(lifted, options);
        Key key =
                new Key(
                        options.laneLoop(),
                        options.lanes(),
                        options.division(),
                        options.ulps(),
                        options.proved().test(null),
                        modes);
        return (LoopKernel) lifted.made().computeIfAbsent(key, absent -> made(lifted, text, modes));
    }

    private static LoopKernel made(Lifted lifted, KernelText text, List<Mode> modes) {
        Parameter[] parameters =
                modes.stream()
                        .map(
                                mode ->
                                        mode == null
                                                ? Parameter.scalar("number")
                                                : new Parameter("memory", mode))
                        .toArray(Parameter[]::new);
        Kernel kernel =
                Kernel.of(lifted.body().name(), parameters)
                        .with(text.code())
                        .java(BodyKernel.of(lifted.body(), text));
        return new LoopKernel(text, kernel);
    }
}
