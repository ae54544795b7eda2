package org.anabranch.k2h.arm;

import org.anabranch.k2h.program.Function;

/**
 * A task on the ARM side.
 *
 * @param behind flushes of its operands that had been left out when it was created: what they would
 *     have written back it may read
 */
record ArmTask(Function function, long[] arguments, ArmFinish finish, int behind) {}
