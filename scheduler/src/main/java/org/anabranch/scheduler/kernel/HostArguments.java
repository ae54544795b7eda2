package org.anabranch.scheduler.kernel;

import org.anabranch.api.Argument;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Operand;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.scheduler.coherence.TrackedBuffer;

import java.lang.foreign.MemorySegment;

/** Arguments of a Java kernel that runs in the host's own memory of the buffers. */
public final class HostArguments implements KernelArguments {
    private final Argument[] arguments;

    public HostArguments(Argument[] arguments) {
        this.arguments = arguments;
    }

    @Override
    public MemorySegment segment(int position) {
        return switch (at(position)) {
            case Operand operand -> {
                Region region = operand.range().region();
                yield memory(operand).asSlice(region.offset(), region.end() - region.offset());
            }
            case MappedOperand operand -> ((TrackedBuffer) operand.buffer()).host();
            case Argument.Scalar scalar -> throw noMemory(position);
        };
    }

    private static MemorySegment memory(Operand operand) {
        return ((TrackedBuffer) operand.range().buffer()).host();
    }

    @Override
    public long pitch(int position) {
        return switch (at(position)) {
            case Operand operand -> {
                Region region = operand.range().region();
                long bytes = region.height() == 1 ? region.width() : region.rowPitch();
                yield bytes / elementBytes(operand);
            }
            case MappedOperand operand -> operand.buffer().shape().columns();
            case Argument.Scalar scalar -> throw noMemory(position);
        };
    }

    private static long elementBytes(Operand operand) {
        return operand.range().buffer().shape().element().byteSize();
    }

    @Override
    public long columns(int position) {
        return switch (at(position)) {
            case Operand operand -> operand.range().region().width() / elementBytes(operand);
            case MappedOperand operand -> operand.buffer().shape().columns();
            case Argument.Scalar scalar -> throw noMemory(position);
        };
    }

    @Override
    public long rows(int position) {
        return switch (at(position)) {
            case Operand operand -> operand.range().region().height();
            case MappedOperand operand -> {
                Shape shape = operand.buffer().shape();
                yield shape.rows() * shape.slices();
            }
            case Argument.Scalar scalar -> throw noMemory(position);
        };
    }

    @Override
    public long longAt(int position) {
        return number(position).longValue();
    }

    @Override
    public double doubleAt(int position) {
        return number(position).doubleValue();
    }

    private Number number(int position) {
        if (at(position) instanceof Argument.Scalar scalar) {
            return scalar.value();
        }
        throw new KernelArgumentException("argument " + position + " is no scalar");
    }

    private Argument at(int position) {
        if (position < 0 || position >= arguments.length) {
            throw new KernelArgumentException(
                    "there is no argument " + position + ", there are " + arguments.length);
        }
        return arguments[position];
    }

    private static KernelArgumentException noMemory(int position) {
        return new KernelArgumentException("argument " + position + " is no memory");
    }
}
