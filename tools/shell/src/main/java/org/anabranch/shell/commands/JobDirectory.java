package org.anabranch.shell.commands;

import org.anabranch.api.Job;
import org.anabranch.shell.failure.Failure;
import org.anabranch.spi.support.BackendLog;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.time.Duration;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The jobs of all bundles, by the names that they say. A job is foreign code: each is asked once,
 * by a thread of its own and with a limit of time. One that does not say a name that can be used is
 * left out, which is said once in the log, and each time that jobs are listed.
 */
@Component(service = JobDirectory.class)
public final class JobDirectory {
    private static final String KEY = ".anabranch.jobs";
    private static final Duration LIMIT = Duration.ofSeconds(2);

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public volatile List<Job> jobs = List.of();

    private final Map<Job, Asked> asked = new IdentityHashMap<>();
    private final Duration limit;

    /**
     * A job with its own name and usage.
     *
     * @param job that can be run
     * @param name one word
     * @param usage the arguments that it takes
     */
    public record Offer(Job job, String name, String usage) {}

    /** Starts. */
    @Activate
    public JobDirectory() {
        this(LIMIT);
    }

    public JobDirectory(Duration limit) {
        this.limit = limit;
    }

    /** {@return the jobs whose names are known, by their names} */
    public List<Offer> offers() {
        return asked().stream()
                .filter(one -> one.trouble() == null)
                .map(one -> new Offer(one.job, one.name, one.usage()))
                .sorted(Comparator.comparing(Offer::name))
                .toList();
    }

    /** {@return a sentence for each job that is left out} */
    public List<String> troubles() {
        return asked().stream().filter(one -> one.trouble() != null).map(Asked::sentence).toList();
    }

    /** {@return the names of the jobs, each once} */
    public List<String> names() {
        return offers().stream().map(Offer::name).distinct().toList();
    }

    /** Has a session know the jobs, for who takes one for a command. */
    public void in(CommandSession session) {
        session.put(KEY, this);
    }

    /** {@return true if a word is the name of a job; false in a session that knows none} */
    public static boolean isJob(CommandSession session, String word) {
        return session.get(KEY) instanceof JobDirectory directory
                && directory.names().contains(word);
    }

    private synchronized List<Asked> asked() {
        List<Job> present = jobs;
        asked.entrySet().removeIf(entry -> isGone(entry.getKey(), entry.getValue(), present));
        present.forEach(job -> asked.computeIfAbsent(job, Asked::new));
        long start = System.nanoTime();
        List<Asked> all = present.stream().map(asked::get).toList();
        for (Asked one : all) {
            one.await(limit.toNanos() - (System.nanoTime() - start));
        }
        return all;
    }

    private static boolean isGone(Job job, Asked answer, List<Job> present) {
        boolean gone = present.stream().noneMatch(one -> one == job);
        if (gone) {
            answer.thread.interrupt();
        }
        return gone;
    }

    /** One job, and what it has answered. */
    private static final class Asked {
        private final Job job;
        private final CountDownLatch answered = new CountDownLatch(1);
        private final Thread thread;
        private volatile String name;
        private volatile String usage;
        private volatile String refusal;
        private boolean waitedFor;
        private boolean said;

        Asked(Job job) {
            this.job = job;
            this.thread = Thread.ofPlatform().daemon().name("names of jobs").start(this::ask);
        }

        private void ask() {
            try {
                String own = job.name();
                if (own == null || !own.matches("[^\\s-]\\S*")) {
                    refusal = own == null ? "its name is null" : "'" + own + "' is no word";
                    return;
                }
                name = own;
                String text = job.usage();
                usage = text == null ? "its bundle does not describe it" : text;
            } catch (Throwable thrown) {
                String sentence = Failure.sentence(thrown);
                refusal = "it does not say its name: " + sentence;
                usage = "its bundle does not describe it: " + sentence;
            } finally {
                answered.countDown();
            }
        }

        /**
         * Waits for the answer of the job. A job that did not answer in time once is not waited for
         * again.
         */
        void await(long nanos) {
            try {
                boolean complete = answered.await(waitedFor ? 0 : nanos, TimeUnit.NANOSECONDS);
                waitedFor |= !complete;
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
            }
            if (trouble() != null && !said) {
                said = true;
                BackendLog.say("anabranch.jobs", System.Logger.Level.WARNING, sentence(), null);
            }
        }

        String usage() {
            String text = usage;
            return text == null ? "its bundle does not describe it: that takes too long" : text;
        }

        /** {@return why it cannot be used, or null} */
        String trouble() {
            if (name != null) {
                return null;
            }
            return refusal == null ? "it has not said its name yet" : refusal;
        }

        String sentence() {
            Bundle bundle = FrameworkUtil.getBundle(job.getClass());
            String of = bundle == null ? "" : " of bundle " + bundle.getSymbolicName();
            return "a job" + of + " (" + job.getClass().getName() + ") is left out: " + trouble();
        }
    }
}
