package org.anabranch.shell.jobs;

import org.anabranch.api.JobRuns;
import org.anabranch.shell.failure.Failure;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.NamedUses;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The runs of all sessions, as other tools see them. For any thread. */
@Component(service = {RunningJobs.class, JobRuns.class})
public final class RunningJobs implements JobRuns {
    private static final int MOST_ENDED = 20;

    private final Set<RunningJob> running = ConcurrentHashMap.newKeySet();
    private final Deque<Ended> ended = new ArrayDeque<>();

    /** The devices that are domains only while a run names them. */
    final NamedUses named = new NamedUses();

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    final List<Listener> listeners = new CopyOnWriteArrayList<>();

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY,
            unbind = "removed")
    void added(NamedDevices devices) {
        named.added(devices);
    }

    void removed(NamedDevices devices) {
        named.removed(devices);
    }

    void add(RunningJob job) {
        running.add(job);
        for (Listener listener : listeners) {
            try {
                listener.begins(job.number());
            } catch (Throwable failure) {
                BackendLog.say(
                        "anabranch.jobs",
                        System.Logger.Level.WARNING,
                        "who listens for jobs did not hear of one: " + listener.getClass(),
                        failure);
            }
        }
    }

    void remove(RunningJob job) {
        running.remove(job);
    }

    Set<RunningJob> all() {
        return running;
    }

    void ended(RunningJob job, JobRun run) {
        String verdict =
                run.failure() != null
                        ? Failure.sentence(run.failure())
                        : run.report().verification();
        synchronized (ended) {
            ended.addFirst(
                    new Ended(job.number(), job.name(), run.seconds(), run.status(), verdict));
            while (ended.size() > MOST_ENDED) {
                ended.removeLast();
            }
        }
    }

    @Override
    public List<Run> running() {
        return running.stream()
                .sorted(Comparator.comparingLong(RunningJob::number))
                .map(RunningJob::shownElsewhere)
                .toList();
    }

    @Override
    public List<Ended> ended() {
        synchronized (ended) {
            return List.copyOf(ended);
        }
    }

    @Override
    public boolean cancel(long id) {
        return running.stream().anyMatch(job -> job.number() == id && job.cancel());
    }
}
