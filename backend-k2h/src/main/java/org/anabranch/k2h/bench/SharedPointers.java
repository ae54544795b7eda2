package org.anabranch.k2h.bench;

import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;

/**
 * The pointers to buffers in both images, as programs of HC-K2H set them (figure 3): globals on the
 * ARM side, and an {@code asyncDSP} that sets the DSPs'.
 */
final class SharedPointers {
    static final String INIT = "dsp_init";

    private final Function init;

    SharedPointers(Image image) {
        init =
                image.task(
                        INIT,
                        null,
                        (cpu, in) -> {
                            for (int slot = 0; slot < in.length; slot++) {
                                cpu.setGlobal(slot, in[slot]);
                            }
                        });
    }

    void publish(Cpu cpu, long[] pointers) {
        long[] addresses = new long[pointers.length];
        for (int slot = 0; slot < pointers.length; slot++) {
            cpu.setGlobal(slot, pointers[slot]);
            addresses[slot] = cpu.dspPointer(pointers[slot]);
        }
        if (cpu.dsps() > 0) {
            cpu.startFinish();
            cpu.asyncDsp(init, addresses);
            cpu.endFinish();
        }
    }
}
