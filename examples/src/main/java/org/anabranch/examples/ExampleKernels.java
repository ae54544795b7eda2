package org.anabranch.examples;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.anabranch.examples.add.ArrayAddition;
import org.anabranch.examples.halo.WaveKernel;
import org.anabranch.examples.nbody.GravityKernels;
import org.anabranch.examples.product.ProductKernel;
import org.anabranch.examples.series.FourierKernel;
import org.anabranch.examples.stencil.PlaneStencils;
import org.anabranch.examples.stencil.SpaceStencils;
import org.osgi.service.component.annotations.Component;

import java.util.List;

/** The kernel library of the examples. */
@Component
public final class ExampleKernels implements KernelLibrary {
    private static final List<Kernel> KERNELS =
            List.of(
                    ArrayAddition.ADD,
                    ProductKernel.GEMM,
                    GravityKernels.KICK,
                    GravityKernels.DRIFT,
                    GravityKernels.ADVANCE,
                    FourierKernel.SERIES,
                    WaveKernel.WAVE,
                    PlaneStencils.JACOBI,
                    PlaneStencils.HEAT,
                    PlaneStencils.NINE_POINT,
                    SpaceStencils.SEVEN_POINT,
                    SpaceStencils.WAVE);

    @Override
    public List<Kernel> kernels() {
        return KERNELS;
    }
}
