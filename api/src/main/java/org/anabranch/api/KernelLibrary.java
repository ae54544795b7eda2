package org.anabranch.api;

import org.osgi.annotation.versioning.ConsumerType;

import java.util.List;

/** A service that offers kernels by name to every program of the framework. */
@ConsumerType
@FunctionalInterface
public interface KernelLibrary {

    /** {@return the kernels; always the same objects} */
    List<Kernel> kernels();
}
