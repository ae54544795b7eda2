package org.anabranch.shell.commands;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.BufferReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.StreamReport;
import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.spi.support.Json;

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
        Map<String, Object> counts = Json.row(report);
        counts.remove("domain");
        row.put("inUseBytes", counts.remove("instanceBytes"));
        row.putAll(counts);
        row.put("formats", new TreeSet<>(domain.formats()));
        row.put("properties", new TreeMap<>(domain.properties()));
        return row;
    }

    public static Map<String, Object> stream(StreamReport report) {
        Map<String, Object> row = Json.row(report);
        row.remove("options");
        row.put("order", report.options().order());
        row.put("deferred", report.options().deferred());
        row.put("onFailure", report.options().onFailure());
        row.put("automaticTransfers", report.options().automatic());
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
        Map<String, Object> row = Json.row(report);
        row.put("done", row.remove("tasks"));
        row.put("stolen", row.remove("steals"));
        return row;
    }
}
