/**
 * The runtime behind the platform: the host's workers, finish scopes, streams, dependences,
 * coherence, and the domains of backends.
 *
 * <p>Nothing here is exported. Where to look: {@code WorkerPool} and {@code TaskDeque} for
 * stealing, {@code CountedFinish} for scopes, {@code Action} for the life of whatever is enqueued,
 * {@code TrackedStream} and {@code DependenceTracker} for order, {@code Directory} for what is
 * valid where, {@code DeviceDomain} and {@code DeviceLanes} for what goes to a backend, {@code
 * SharedLoop} for loops over several domains, {@code PluggedBackend} and {@code Drain} for coming
 * and going.
 */
package org.anabranch.scheduler;
