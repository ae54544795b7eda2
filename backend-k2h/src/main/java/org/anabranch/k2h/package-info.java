/**
 * A model of the Texas Instruments Keystone II (4 ARM, 8 DSP) and of the HC-K2H runtime (Kumar et
 * al., papers 000 and 001). Packages, each using lower ones only: {@code board} (boards as data),
 * {@code program} (the API of programs), {@code policy}, {@code run} (options and results of a
 * run), {@code machine}, {@code protocol} (the state that both sides share), {@code arm} and {@code
 * dsp} (which do not use each other), {@code runtime}, {@code time} (virtual), {@code report},
 * {@code bench} (the paper's programs), {@code device} (the backend), {@code shell}, and this one
 * (the service that runs programs). The first four are exported.
 */
package org.anabranch.k2h;
