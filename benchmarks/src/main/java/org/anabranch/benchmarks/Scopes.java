package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;

/** The way in which a contestant of this scheduler opens scopes and starts tasks in them. */
record Scopes(Platform platform, boolean deferred) {

    static Scopes of(Contestant contestant, MeasuredWorkers workers) {
        return new Scopes(workers.platform(), contestant == Contestant.DEFERRED);
    }

    Finish open() {
        return platform.finish();
    }

    void start(Finish finish, Runnable body) {
        if (deferred) {
            finish.async(body);
        } else {
            finish.asyncOrRun(body);
        }
    }
}
