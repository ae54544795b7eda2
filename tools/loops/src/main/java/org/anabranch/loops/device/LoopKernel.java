package org.anabranch.loops.device;

import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.loops.emit.EmitOptions;
import org.anabranch.loops.emit.KernelText;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.Lifted;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A body as a kernel, created once for each set of options and cached with the body.
 *
 * @param text the kernel in OpenCL C
 * @param kernel with that text, and with the body in Java
 * @param ran the names of the devices where it has run
 */
record LoopKernel(KernelText text, Kernel kernel, Set<String> ran) {

    /** The key by which kernels of one body differ; texts have no modes. */
    private record Key(List<Object> options, Optional<List<Mode>> modes) {
        static Key of(EmitOptions options, Optional<List<Mode>> modes) {
            List<Object> compared =
                    List.of(
                            options.laneLoop(),
                            options.lanes(),
                            options.collapse(),
                            options.division(),
                            options.ulps(),
                            options.proved());
            return new Key(compared, modes);
        }
    }

    /** Returns the text of a body. */
    static KernelText text(Lifted lifted, EmitOptions options) throws DeviceRefusal {
        Key key = Key.of(options, Optional.empty());
        try {
            return (KernelText)
                    lifted.made()
                            .computeIfAbsent(
                                    key, absent -> OpenClEmitter.emit(lifted.body(), options));
        } catch (BodyRefusal reason) {
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
        Key key = Key.of(options, Optional.of(modes));
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
        return new LoopKernel(text, kernel, ConcurrentHashMap.newKeySet());
    }
}
