package org.anabranch.shell.commands;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.BufferReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.StreamReport;
import org.anabranch.api.Monitor.WorkerReport;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows of listings as JSON objects; sizes in bytes, times in seconds. */
public final class ListingJson {
    private ListingJson() {}

    public static Map<String, Object> domain(DomainReport report) {
        Domain domain = report.domain();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", domain.id());
        row.put("kind", domain.kind());
        row.put("generation", domain.generation());
        row.put("state", domain.state());
        row.put("processors", domain.processors().count());
        Map<String, Object> memory = new TreeMap<>();
        domain.memory().forEach((kind, bytes) -> memory.put(kind.toString(), bytes));
        row.put("memoryBytes", memory);
        row.put("inUseBytes", report.instanceBytes());
        row.put("queued", report.queued());
        row.put("actions", report.actions());
        row.put("failed", report.failed());
        row.put("stolenLocally", report.stolenLocally());
        row.put("stolenHere", report.stolenHere());
        row.put("stolenAway", report.stolenAway());
        row.put("transfersIn", report.transfersIn());
        row.put("bytesIn", report.bytesIn());
        row.put("transfersOut", report.transfersOut());
        row.put("bytesOut", report.bytesOut());
        row.put("busySeconds", report.busyNanos() / 1e9);
        row.put("formats", new TreeSet<>(domain.formats()));
        row.put("properties", new TreeMap<>(domain.properties()));
        return row;
    }

    public static Map<String, Object> stream(StreamReport report) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", report.id());
        row.put("owner", report.owner());
        row.put("domain", report.domain());
        row.put("order", report.options().order());
        row.put("deferred", report.options().deferred());
        row.put("onFailure", report.options().onFailure());
        row.put("automaticTransfers", report.options().automatic());
        row.put("pending", report.pending());
        row.put("enqueued", report.enqueued());
        return row;
    }

    public static Map<String, Object> buffer(BufferReport report) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", report.name());
        row.put("owner", report.owner());
        row.put("element", report.shape().element().carrier().getSimpleName());
        row.put("extents", report.shape().extents());
        row.put("bytes", report.shape().bytes());
        Map<String, Object> valid = new LinkedHashMap<>();
        report.validBytes().forEach(part -> valid.put(part.domain(), part.bytes()));
        row.put("validBytes", valid);
        return row;
    }

    public static Map<String, Object> worker(WorkerReport report) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("worker", report.worker());
        row.put("activity", report.activity());
        row.put("done", report.tasks());
        row.put("stolen", report.steals());
        row.put("queued", report.queued());
        return row;
    }

    public static Map<String, Object> job(JobDirectory.Offer job) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", job.name());
        row.put("usage", job.usage());
        return row;
    }
}
