package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelBuildException;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.KernelTimeoutException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.ProgramException;
import org.anabranch.api.RangeException;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.api.UnknownDomainException;

/**
 * A fresh exception for everybody who is told of a failure, with a stack of its own and the same
 * root. A failure that was thrown twice as one object could not be suppressed by itself, and what
 * is suppressed by one would be seen by all.
 */
public final class FailureCopy {
    private FailureCopy() {}

    public static AnabranchException of(AnabranchException failure) {
        return of(failure, failure.getMessage());
    }

    /**
     * Of the same type, with another message; what a program made a type for fails an action.
     * Without memory for a copy it is the failure itself.
     */
    public static AnabranchException of(AnabranchException failure, String message) {
        try {
            return copy(failure, message);
        } catch (OutOfMemoryError full) {
            return failure;
        }
    }

    private static AnabranchException copy(AnabranchException failure, String message) {
        Throwable root = failure.getCause() == null ? failure : failure.getCause();
        return switch (failure) {
            case ActionCancelledException _ -> new ActionCancelledException(message, root);
            case ActionFailedException _ -> new ActionFailedException(message, root);
            case ClosedException _ -> new ClosedException(message, root);
            case DeadlockException _ -> new DeadlockException(message, root);
            case DomainClosedException _ -> new DomainClosedException(message, root);
            case DomainLostException _ -> new DomainLostException(message, root);
            case KernelArgumentException _ -> new KernelArgumentException(message, root);
            case KernelBuildException _ -> new KernelBuildException(message, root);
            case KernelFormatException _ -> new KernelFormatException(message, root);
            case KernelTimeoutException _ -> new KernelTimeoutException(message, root);
            case MemoryExhaustedException _ -> new MemoryExhaustedException(message, root);
            case ProgramException _ -> new ProgramException(message, root);
            case RangeException _ -> new RangeException(message, root);
            case UndefinedDataException _ -> new UndefinedDataException(message, root);
            case UnknownDomainException _ -> new UnknownDomainException(message, root);
            default -> new ActionFailedException(message, failure);
        };
    }
}
