package org.anabranch.k2h.policy;

/** The paper's policy (section IV-B, C): the flag alone decides, every end of a finish flushes. */
final class PaperPolicy implements HybridPolicy {
    @Override
    public boolean offers(Crossing task, int queued, int free, int waiting) {
        return free > 0;
    }

    @Override
    public int batch() {
        return 1;
    }

    @Override
    public boolean exposes(Crossing task) {
        return true;
    }

    @Override
    public boolean steals(int length) {
        return true;
    }

    @Override
    public boolean inlines(Crossing task, int length, int free) {
        return false;
    }

    @Override
    public boolean refusesShallow() {
        return false;
    }

    @Override
    public boolean flushesOnlyCrossed() {
        return false;
    }

    @Override
    public void took(int function, int depth, double nanos) {}

    @Override
    public double estimate(int function, int depth, long tiles) {
        return Crossing.UNKNOWN;
    }
}
