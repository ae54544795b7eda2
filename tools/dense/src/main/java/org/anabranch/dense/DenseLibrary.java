package org.anabranch.dense;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.osgi.service.component.annotations.Component;

import java.util.List;
import java.util.stream.Stream;

/** The kernel library for tiles, as a service. */
@Component(property = "library=dense")
public final class DenseLibrary implements KernelLibrary {
    private static final List<Kernel> KERNELS =
            Stream.of(TileKernels.FLOATS, TileKernels.DOUBLES)
                    .flatMap(kernels -> kernels.all().stream())
                    .toList();

    @Override
    public List<Kernel> kernels() {
        return KERNELS;
    }
}
