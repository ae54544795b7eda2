package org.anabranch.api;

import java.io.Serializable;

/**
 * A kernel in Java. Several threads may run it at the same time, on different pieces. It must
 * access no memory other than its arguments, must not wait for other work, and must not keep a
 * segment or the arguments after it returns. It is {@link Serializable} so that translators can
 * find the method behind a lambda.
 */
@FunctionalInterface
public interface JavaKernel extends KernelCode, Serializable {

    /**
     * Runs one piece.
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
