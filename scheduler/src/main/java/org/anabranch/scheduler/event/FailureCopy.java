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
 * A copy of a failure for each receiver, with a stack of its own and the same root. One object
 * thrown twice could not be suppressed by itself, and exceptions suppressed in one place would
 * appear in all.
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
        if (failure instanceof ActionCancelledException) {
            return new ActionCancelledException(message, root);
        }
        if (failure instanceof ActionFailedException) {
            return new ActionFailedException(message, root);
        }
        if (failure instanceof ClosedException) {
            return new ClosedException(message, root);
        }
        if (failure instanceof DeadlockException) {
            return new DeadlockException(message, root);
        }
        if (failure instanceof ProgramException) {
            return new ProgramException(message, root);
        }
        if (failure instanceof RangeException) {
            return new RangeException(message, root);
        }
        if (failure instanceof UndefinedDataException) {
            return new UndefinedDataException(message, root);
        }
        return ofPlace(failure, message, root);
    }

    private static AnabranchException ofPlace(
            AnabranchException failure, String message, Throwable root) {
        if (failure instanceof DomainClosedException) {
            return new DomainClosedException(message, root);
        }
        if (failure instanceof DomainLostException) {
            return new DomainLostException(message, root);
        }
        if (failure instanceof KernelArgumentException) {
            return new KernelArgumentException(message, root);
        }
        if (failure instanceof KernelBuildException) {
            return new KernelBuildException(message, root);
        }
        if (failure instanceof KernelFormatException) {
            return new KernelFormatException(message, root);
        }
        if (failure instanceof KernelTimeoutException) {
            return new KernelTimeoutException(message, root);
        }
        if (failure instanceof MemoryExhaustedException) {
            return new MemoryExhaustedException(message, root);
        }
        if (failure instanceof UnknownDomainException) {
            return new UnknownDomainException(message, root);
        }
        return new ActionFailedException(message, failure);
    }
}
