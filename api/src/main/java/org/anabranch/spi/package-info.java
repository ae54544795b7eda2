/**
 * The service provider interface for hardware: the interfaces that a backend implements, and the
 * rules that it must keep.
 *
 * <p>Above the boundary the scheduler checks, orders, moves data, places, retries and reports.
 * Below it a backend allocates, copies, runs and completes, and checks nothing that is checked
 * above. {@link org.anabranch.spi.Backend} and its nested {@link org.anabranch.spi.Backend.Device}
 * are all there is to implement; register the backend as a service, and the conformance kit proves
 * each rule below by a test of the same number.
 *
 * <h2>Calls</h2>
 *
 * <p>The rules that all others need. After a breach of one of them the kit tests no others.
 *
 * <dl>
 *   <dt>0.1 {@code probe} MUST return a list of descriptions without null, and MUST NOT throw.
 *   <dd>Intent: one backend never stops the search for the devices of others.
 *   <dt>0.2 {@code open} MUST return a device, and throw nothing but {@link
 *       org.anabranch.spi.DeviceException}.
 *   <dd>Intent: a refusal has a type, and the scheduler tries again.
 *   <dt>0.3 {@code allocate} and {@code load} MUST return a handle, and throw nothing but {@link
 *       org.anabranch.spi.DeviceException}; {@code release} MUST NOT throw.
 *   <dd>Intent: a lack of memory is told from a defect of the backend.
 *   <dt>0.4 A {@code write}, a {@code run} and a {@code read} MUST complete. No call may block for
 *       ever, or leave the interrupt flag of its thread set.
 *   <dd>Intent: the thread belongs to the scheduler, which has other work for it.
 *   <dt>0.5 {@code close} MUST return, and MUST NOT throw.
 *   <dd>Intent: a backend can be stopped and updated.
 * </dl>
 *
 * <h2>Finding and opening</h2>
 *
 * <dl>
 *   <dt>1.1 {@code probe} MUST return unique, non-empty ids, and an empty list if there is no
 *       hardware.
 *   <dd>Intent: a machine without the hardware is a normal machine.
 *   <dt>1.2 {@code probe} MUST be callable again, and give a device the same id each time.
 *   <dd>Intent: after a loss the scheduler probes again, and a returned device is recognised.
 *   <dt>1.3 A device MUST open again after its {@code close}.
 *   <dd>Intent: stop, start and update happen while programs run.
 *   <dt>1.4 {@code open} MUST reject a mask it cannot serve with {@link
 *       org.anabranch.spi.DeviceException}.
 *   <dd>Intent: part of a device is never silently the whole.
 * </dl>
 *
 * <h2>Operations</h2>
 *
 * <dl>
 *   <dt>2.1 Every {@code write}, {@code read} and {@code run} MUST call its completion exactly
 *       once.
 *   <dd>Intent: every event completes; nothing above can make up for a call that is missing or
 *       doubled.
 *   <dt>2.2 The effects of an operation MUST happen-before its completion call.
 *   <dd>Intent: the thread that is called back may read the results.
 *   <dt>2.3 A completion call MAY submit more operations and free memory; the backend MUST hold no
 *       lock that these need.
 *   <dd>Intent: chains continue from within the callback.
 *   <dt>2.4 Operations MUST report failure through the completion; they MUST NOT throw.
 *   <dd>Intent: one way for errors, so none is lost.
 *   <dt>2.5 A kernel that fails MUST fail its completion with the cause, and leave the device
 *       usable.
 *   <dd>Intent: a failure reaches dependent operations only.
 *   <dt>2.6 Operations on one lane MUST take effect in the order of submission.
 *   <dd>Intent: a lane is an in-order queue.
 *   <dt>2.7 A device that declares {@code ordersOperations} MUST start an operation only when all
 *       operations named in its {@code after} have taken effect, on whatever lane; if it learns
 *       that one of them failed, it MUST NOT start the operation, and MUST fail it with {@link
 *       org.anabranch.spi.NotStartedException}.
 *   <dd>Intent: a chain on one device never returns to the host in between, and no operation reads
 *       data that was not written. The scheduler decides if the failure matters.
 *   <dt>2.8 Submissions MUST be safe from several threads at once.
 *   <dd>Intent: the thread that decrements the dependency count to zero submits.
 *   <dt>2.9 {@code write} MUST have read its source, and {@code read} written its target, exactly:
 *       all bytes of the region and no other.
 *   <dd>Intent: neighbouring bytes belong to other operations.
 *   <dt>2.10 An operation MUST NOT access the host's memory after its completion call.
 *   <dd>Intent: the memory then belongs to other operations, or is freed.
 * </dl>
 *
 * <h2>Memory and kernels</h2>
 *
 * <dl>
 *   <dt>3.1 Handles of allocations and kernels MUST be non-zero and distinct while they live.
 *   <dd>Intent: zero means none.
 *   <dt>3.2 An allocation that cannot be served MUST fail with {@link
 *       org.anabranch.spi.DeviceException} and leave the device usable.
 *   <dd>Intent: exhaustion is a typed error at allocation.
 *   <dt>3.3 Any region inside an allocation MUST be addressable, with any pitch.
 *   <dd>Intent: operands are tiles.
 *   <dt>3.4 {@code load} MUST reject a kernel that has no code in a format of the device with
 *       {@link org.anabranch.spi.DeviceException}.
 *   <dd>Intent: there is no silent fallback.
 *   <dt>3.5 {@code release} MUST return memory, so that allocating and releasing can go on for
 *       ever, and MUST drop every reference to a kernel.
 *   <dd>Intent: no leak of memory or class loaders.
 *   <dt>3.6 A kernel MUST see an operand at its first byte, and a mapped operand at the first byte
 *       of the buffer.
 *   <dd>Intent: one kernel text for every device.
 *   <dt>3.7 If a whole device says that it shares its memory with its parts, memory that was
 *       allocated on it MUST be usable in every operation of a part, and MUST stay when the part is
 *       closed.
 *   <dd>Intent: data that one part has is available to all, and does not move.
 *   <dt>3.8 A device that says that it copies MUST keep rules 2.1 to 2.8 in {@code copy} as well,
 *       and MUST copy exactly: all bytes of the region and no other, between two allocations and
 *       within one, also where the two regions share no byte but lie within each other's extent.
 *   <dd>Intent: data that is there stays there.
 * </dl>
 *
 * <h2>The end</h2>
 *
 * <dl>
 *   <dt>4.1 {@code close} MUST settle all outstanding operations before it returns, and MUST be
 *       idempotent.
 *   <dd>Intent: no completion is called after the end.
 *   <dt>4.2 An operation submitted after {@code close} MUST fail its completion, and MUST NOT
 *       throw.
 *   <dd>Intent: a race with unplugging is not an error of the program.
 *   <dt>4.3 A device that vanishes MUST fail all outstanding and later operations with {@link
 *       org.anabranch.spi.DeviceLostException}. An operation that is known to have caused the loss
 *       MUST be failed so that it is marked by {@link
 *       org.anabranch.spi.DeviceLostException#isCausedByOperation}.
 *   <dd>Intent: only its own domain fails, and at once; and a kernel that kills devices is not
 *       tried on the next one.
 *   <dt>4.4 {@code close} MUST leave no thread, process, file or native memory behind.
 *   <dd>Intent: plugging in and out a thousand times leaves the framework as it was.
 *   <dt>4.5 A device that accepts a listener for its loss MUST call it exactly once when it
 *       vanishes, also while nothing is outstanding, and MUST NOT call it otherwise or after {@code
 *       close}.
 *   <dd>Intent: programs do not get a domain whose device is gone.
 *   <dt>4.6 A device that returns true from {@code abandon} MUST fail its completion soon, with
 *       {@link org.anabranch.spi.DeviceLostException} if that costs the device.
 *   <dd>Intent: no thread waits for ever for a kernel that does not end.
 * </dl>
 *
 * <h2>Stealing, for devices with a {@link org.anabranch.spi.StealPort}</h2>
 *
 * <dl>
 *   <dt>5.1 {@code offer} MUST either return false and do nothing, or return true and complete
 *       exactly once.
 *   <dd>Intent: every task runs exactly once.
 *   <dt>5.2 {@code steal} MUST return only tasks that have not begun, and wait for its completion
 *       as part of the task it came from.
 *   <dd>Intent: a scope on the device ends when all of its parts have, wherever they ran.
 * </dl>
 */
@Export
@Version("1.0.0")
package org.anabranch.spi;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
