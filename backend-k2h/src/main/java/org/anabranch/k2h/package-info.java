/**
 * A model of the Texas Instruments Keystone II (4 ARM, 8 DSP) and of the HC-K2H runtime (Kumar et
 * al., papers 000 and 001). Floors, each using lower ones only: {@code board} (boards as data),
 * {@code program} (what programs use), {@code policy}, {@code run} (what a run is told, and what it
 * leaves behind), {@code machine}, {@code protocol} (what the sides share), {@code arm} and {@code
 * dsp} (which know nothing of each other), {@code runtime}, {@code time} (virtual), {@code report},
 * {@code bench} (the paper's programs), {@code device} (the backend), {@code shell}, and here the
 * service that runs programs. The first four are exported.
 */
package org.anabranch.k2h;
