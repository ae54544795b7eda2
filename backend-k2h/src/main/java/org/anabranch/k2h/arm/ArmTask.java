package org.anabranch.k2h.arm;

import org.anabranch.k2h.program.Function;

/**
 * A task on the ARM side.
 *
 * @param behind number of flushes of its operands that had been omitted when it was created: it may
 *     read the data that they would have written back
 */
record ArmTask(Function function, long[] arguments, ArmFinish finish, int behind) {}
