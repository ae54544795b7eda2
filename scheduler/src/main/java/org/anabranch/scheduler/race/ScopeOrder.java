package org.anabranch.scheduler.race;

/** The operations that have ended when a scope is closed. Used under the detector's lock. */
final class ScopeOrder {
    /** The one around it, which waits for what this one does not wait for; or null. */
    private final ScopeOrder parent;

    private CausalPast all = CausalPast.NONE;

    ScopeOrder(ScopeOrder parent) {
        this.parent = parent;
    }

    void add(CausalPast ended) {
        for (ScopeOrder scope = this; scope != null; scope = scope.parent) {
            scope.all = scope.all.union(ended);
        }
    }

    CausalPast all() {
        return all;
    }
}
