/**
 * A model of the Texas Instruments Keystone II (4 ARM, 8 DSP) and of the HC-K2H runtime (Kumar et
 * al., papers 000 and 001): {@code machine}, {@code program} (what programs use), {@code protocol}
 * (what the sides share), {@code arm} and {@code dsp} (which know nothing of each other), {@code
 * runtime}, {@code time} (virtual), {@code bench} (figures) and {@code device} (the backend).
 */
package org.anabranch.k2h;
