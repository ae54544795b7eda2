package org.anabranch.seeing.report;

import org.anabranch.events.DomainTime;
import org.anabranch.seeing.text.JsonInput;
import org.anabranch.seeing.text.JsonInput.Token;
import org.anabranch.seeing.text.JsonOutput;
import org.anabranch.spi.analysis.KernelTimes;
import org.anabranch.spi.analysis.LinkTimes;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The figures that a report contains for a comparison with a later one: names and numbers,
 * compressed, in an element that browsers ignore.
 *
 * @param numbers by name
 */
record Summary(Map<String, Long> numbers) {
    private static final String OPEN = "<script type=\"text/plain\" id=\"anabranch-figures\">";
    private static final String CLOSE = "</script>";
    private static final long MOST_BYTES = 64L << 20;
    private static final int MOST_NUMBERS = 100_000;
    private static final long UNITS = 1000;

    static Summary of(Figures figures) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("wall time", figures.run().wall());
        numbers.put("critical path", figures.totals().longest().length());
        numbers.put("actions", (long) figures.run().actions().size());
        for (DomainTime time : figures.use().domains()) {
            String name = figures.run().domainName(time.domain());
            numbers.put("busy, " + name, time.busy());
            numbers.put("waiting for data, " + name, time.data());
        }
        for (KernelTimes kernel : figures.totals().kernels()) {
            String name = "median of " + kernel.name() + ", " + kernel.domain();
            numbers.putIfAbsent(name, kernel.median());
        }
        for (LinkTimes link : figures.totals().links()) {
            numbers.put("bytes from " + link.from() + " to " + link.to(), link.bytes());
        }
        return new Summary(numbers);
    }

    /** {@return an element for a page} */
    String element() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            JsonOutput json = new JsonOutput(zip);
            String separator = "{";
            for (Map.Entry<String, Long> one : numbers.entrySet()) {
                json.raw(separator).string(one.getKey()).raw(":").number(one.getValue());
                separator = ",";
            }
            json.raw("}").flush();
        }
        return OPEN + Base64.getEncoder().encodeToString(packed.toByteArray()) + CLOSE + "\n";
    }

    /**
     * {@return the figures of an earlier report; empty if there is no file}
     *
     * @throws IOException if it exists and is no report
     */
    static Optional<Summary> read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) == 0) {
            return Optional.empty();
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException("too large for a report");
        }
        String page = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int at = page.lastIndexOf(OPEN);
        int end = at < 0 ? -1 : page.indexOf(CLOSE, at);
        if (end < 0) {
            throw new IOException("no figures of a report in it");
        }
        try {
            byte[] packed = Base64.getDecoder().decode(page.substring(at + OPEN.length(), end));
            JsonInput json = new JsonInput(new GZIPInputStream(new ByteArrayInputStream(packed)));
            return Optional.of(new Summary(numbers(json)));
        } catch (IllegalArgumentException damaged) {
            throw new IOException("its figures are damaged", damaged);
        }
    }

    private static Map<String, Long> numbers(JsonInput json) throws IOException {
        Map<String, Long> numbers = new LinkedHashMap<>();
        if (json.next() != Token.OBJECT) {
            throw new IOException("its figures are no object");
        }
        while (json.next() == Token.NAME && numbers.size() < MOST_NUMBERS) {
            String name = json.text();
            if (json.next() != Token.NUMBER) {
                throw new IOException("its figures are no numbers");
            }
            numbers.put(name, json.thousandths() / UNITS);
        }
        return numbers;
    }
}
