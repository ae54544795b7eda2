package org.anabranch.stencil.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.RandomStencil;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.description.Ghost;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.run.StencilKernels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.Optional;

class GhostCheckTest {
    private static EmbeddedDevices devices;

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(1);
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    private static Optional<String> check(Domain domain, Stencil stencil, JavaKernel code) {
        Kernel kernel = StencilKernels.of(stencil, code);
        return GhostCheck.run(devices.platform(), domain, kernel, stencil);
    }

    @Test
    void ST34_shippedDescriptionsAreTrue() {
        for (Kernel kernel : ShippedStencils.KERNELS) {
            Stencil stencil = ShippedStencils.read(kernel);
            JavaKernel code = ShippedStencils.java(kernel);
            assertEquals(Optional.empty(), check(devices.host(), stencil, code), kernel.name());
            assertEquals(Optional.empty(), check(devices.reference(0), stencil, code));
        }
    }

    @Test
    void ST34_randomDescriptionsAreTrue() {
        for (long seed = 1; seed <= 40; seed++) {
            Stencil stencil = RandomStencil.of(seed, 2).stencil();
            PointKernel code = new PointKernel(stencil);
            assertEquals(Optional.empty(), check(devices.host(), stencil, code), "seed " + seed);
        }
    }

    @Test
    void ST34_undeclaredPointIsFoundAndNamed() {
        Stencil shipped = ShippedStencils.read(ShippedStencils.KERNELS.getFirst());
        Stencil lying =
                Examples.jacobi(4096, 1024, 4096, 256, 64, 16)
                        .kernel("jacobi.cl", "", "jacobi")
                        .build();
        Ghost less =
                new Ghost(
                        "B",
                        lying.ghost().lower(),
                        lying.ghost().upper(),
                        lying.ghost().points().subList(0, 3));
        Stencil without =
                new Stencil(
                        2,
                        1,
                        lying.arguments(),
                        lying.swapIn(),
                        lying.swapOut(),
                        less,
                        lying.kernel());
        JavaKernel code = ShippedStencils.java(ShippedStencils.KERNELS.getFirst());
        assertEquals(shipped.ghost(), lying.ghost());
        for (Domain domain : new Domain[] {devices.host(), devices.reference(0)}) {
            String found = check(domain, without, code).orElse("nothing");
            assertTrue(found.contains("reads B at offset (0, -1)"), found);
        }
    }

    @Test
    void ST34_writesOfOthersCellsAreFound() {
        Stencil stencil = Examples.jacobi(64, 64, 64, 64, 4, 4).build();
        JavaKernel greedy =
                (piece, arguments) ->
                        arguments
                                .segment(0)
                                .setAtIndex(
                                        java.lang.foreign.ValueLayout.JAVA_FLOAT,
                                        (piece.high0() + 2) * arguments.longAt(2) + 20,
                                        1);
        String found = check(devices.host(), stencil, greedy).orElse("nothing");
        assertTrue(found.contains("writes cells of A"), found);
    }
}
