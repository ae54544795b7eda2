package org.anabranch.api;

import java.io.Serializable;

/**
 * A kernel in Java. It may be run by several threads at once, on different pieces; it must touch no
 * memory but its arguments', must not wait for other work, and must keep neither segment nor
 * arguments after it returns. It is {@link Serializable} so that a lambda tells which method it
 * stands for, to those who translate it.
 */
@FunctionalInterface
public interface JavaKernel extends KernelCode, Serializable {

    /**
     * Runs a piece.
     *
     * @param piece indices to run
     * @param arguments memory and numbers, valid during the call only
     * @throws Exception fails the action
     */
    void run(Piece piece, KernelArguments arguments) throws Exception;

    @Override
    default String format() {
        return JAVA;
    }
}
