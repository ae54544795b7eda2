/**
 * Work stealing: workers with a deque each, the search for a victim, sleeping and waking, spares
 * for blocked workers.
 *
 * <p>Knows tasks and scopes as abstractions, and nothing of actions. Read {@code WorkerPool} and
 * {@code TaskDeque} first.
 */
package org.anabranch.scheduler.pool;
