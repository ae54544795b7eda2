package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.coherence.Memories;
import org.anabranch.scheduler.pool.WorkerPool;

/**
 * What all programs of an engine share, as far as streams, scopes and kernels know it.
 *
 * @param checked whether Java kernels run on copies, and touching what they did not declare is an
 *     error
 * @param traced whether errors name the line that enqueued the action
 */
public record Machine(
        WorkerPool pool, Memories memories, Domains domains, boolean checked, boolean traced) {}
