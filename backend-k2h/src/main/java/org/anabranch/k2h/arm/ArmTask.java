package org.anabranch.k2h.arm;

import org.anabranch.k2h.program.Function;

/** A task on the ARM side. */
record ArmTask(Function function, long[] arguments, ArmFinish finish) {}
