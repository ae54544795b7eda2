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
public class HostArguments implements KernelArguments {
    private final Argument[] arguments;

    public HostArguments(Argument[] arguments) {
        this.arguments = arguments;
    }

    @Override
    public MemorySegment segment(int position) {
        if (at(position) instanceof Operand operand) {
            Region region = operand.range().region();
            MemorySegment memory = ((TrackedBuffer) operand.range().buffer()).host();
            return memory.asSlice(region.offset(), region.end() - region.offset());
        }
        return ((TrackedBuffer) mapped(position).buffer()).host();
    }

    @Override
    public long pitch(int position) {
        if (at(position) instanceof Operand operand) {
            Region region = operand.range().region();
            long bytes = region.height() == 1 ? region.width() : region.rowPitch();
            return bytes / elementBytes(operand);
        }
        return mapped(position).buffer().shape().columns();
    }

    private static long elementBytes(Operand operand) {
        return operand.range().buffer().shape().element().byteSize();
    }

    @Override
    public long columns(int position) {
        return at(position) instanceof Operand operand
                ? operand.range().region().width() / elementBytes(operand)
                : mapped(position).buffer().shape().columns();
    }

    @Override
    public long rows(int position) {
        if (at(position) instanceof Operand operand) {
            return operand.range().region().height();
        }
        Shape shape = mapped(position).buffer().shape();
        return shape.rows() * shape.slices();
    }

    @Override
    public long slices(int position) {
        if (at(position) instanceof Operand operand) {
            return operand.range().region().depth();
        }
        MappedOperand _ = mapped(position);
        return 1;
    }

    @Override
    public long slicePitch(int position) {
        return at(position) instanceof Operand operand && operand.range().region().depth() > 1
                ? operand.range().region().slicePitch() / elementBytes(operand)
                : rows(position) * pitch(position);
    }

    private MappedOperand mapped(int position) {
        if (at(position) instanceof MappedOperand operand) {
            return operand;
        }
        throw new KernelArgumentException("argument " + position + " is no memory");
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
}
