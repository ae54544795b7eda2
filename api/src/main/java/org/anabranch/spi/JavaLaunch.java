package org.anabranch.spi;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The execution of Java kernels in this process, for devices whose memory the process can address.
 */
public final class JavaLaunch implements KernelArguments {
    private final List<LaunchArgument> arguments;
    private final MemorySegment[] segments;

    private JavaLaunch(List<LaunchArgument> arguments, LongFunction<MemorySegment> memory) {
        this.arguments = arguments;
        this.segments = new MemorySegment[arguments.size()];
        for (int i = 0; i < segments.length; i++) {
            if (arguments.get(i) instanceof LaunchArgument.Memory operand) {
                Region window = operand.window();
                segments[i] =
                        memory.apply(operand.slice().memory())
                                .asSlice(window.offset(), window.end() - window.offset());
            }
        }
    }

    /**
     * Runs a launch in the calling thread. Preserves the thread's interrupt status and context
     * class loader even if the kernel changes them.
     *
     * @param launch of a kernel that has code in the format {@code java}
     * @param memory from the handle of an allocation to its memory
     * @throws Exception whatever the kernel throws
     */
    public static void run(Launch launch, LongFunction<MemorySegment> memory) throws Exception {
        JavaKernel code = (JavaKernel) launch.kernel().code(KernelCode.JAVA).orElseThrow();
        JavaLaunch arguments = new JavaLaunch(launch.arguments(), memory);
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        boolean interrupted = thread.isInterrupted();
        try {
            code.run(launch.piece(), arguments);
        } finally {
            restore(thread, interrupted, loader);
        }
    }

    private static void restore(Thread thread, boolean interrupted, ClassLoader loader) {
        boolean _ = Thread.interrupted();
        if (interrupted) {
            thread.interrupt();
        }
        if (thread.getContextClassLoader() != loader) {
            thread.setContextClassLoader(loader);
        }
    }

    @Override
    public MemorySegment segment(int position) {
        memory(position);
        return segments[position];
    }

    @Override
    public long pitch(int position) {
        LaunchArgument.Memory operand = memory(position);
        Region window = operand.window();
        return (window.height() == 1 ? window.width() : window.rowPitch()) / operand.elementBytes();
    }

    @Override
    public long columns(int position) {
        LaunchArgument.Memory operand = memory(position);
        return operand.window().width() / operand.elementBytes();
    }

    @Override
    public long rows(int position) {
        return memory(position).window().height();
    }

    @Override
    public long slices(int position) {
        return memory(position).window().depth();
    }

    @Override
    public long slicePitch(int position) {
        LaunchArgument.Memory operand = memory(position);
        return operand.window().depth() == 1
                ? rows(position) * pitch(position)
                : operand.window().slicePitch() / operand.elementBytes();
    }

    @Override
    public long longAt(int position) {
        return value(position).longValue();
    }

    @Override
    public double doubleAt(int position) {
        return value(position).doubleValue();
    }

    private LaunchArgument.Memory memory(int position) {
        if (position >= 0
                && position < segments.length
                && arguments.get(position) instanceof LaunchArgument.Memory operand) {
            return operand;
        }
        throw new KernelArgumentException("argument " + position + " is no memory");
    }

    private Number value(int position) {
        if (position >= 0
                && position < segments.length
                && arguments.get(position) instanceof LaunchArgument.Value value) {
            return value.value();
        }
        throw new KernelArgumentException("argument " + position + " is no scalar");
    }
}
