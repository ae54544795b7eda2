package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The page about hStreams says nothing about the API, or about tests, that is not so. */
class FeatureTableTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern ROW = Pattern.compile("^\\| (.*) \\| (.*) \\| (.*) \\|$");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern MEMBER = Pattern.compile("([A-Z]\\w+)\\.(\\w+)");
    private static final Pattern TYPE = Pattern.compile("[A-Z]\\w+");

    private record Row(String theirs, String ours, String shown) {}

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/hstreams.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group(1).equals("theirs")) {
                rows.add(new Row(row.group(1), row.group(2), row.group(3)));
            }
        }
        return rows;
    }

    private static List<String> quoted(String cell) {
        return QUOTED.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    @Test
    void everyNameOfOursIsInTheApi() throws Exception {
        List<String> missing = new ArrayList<>();
        int names = 0;
        for (Row row : rows()) {
            for (String name : quoted(row.ours())) {
                Matcher member = MEMBER.matcher(name);
                if (member.matches()) {
                    names++;
                    if (!has(member.group(1), member.group(2))) {
                        missing.add(name);
                    }
                } else if (TYPE.matcher(name).matches()) {
                    names++;
                    Class.forName("org.anabranch.api." + name);
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(names > 80, "only " + names + " names found: has the page another form?");
    }

    private static boolean has(String type, String member) throws ClassNotFoundException {
        Class<?> found = Class.forName("org.anabranch.api." + type);
        return Arrays.stream(found.getMethods()).anyMatch(one -> one.getName().equals(member))
                || Arrays.stream(found.getClasses())
                        .anyMatch(one -> one.getSimpleName().equals(member));
    }

    @Test
    void everyTestIsThereAndWhatHasNoneSaysWhy() throws Exception {
        String sources = sources();
        List<String> missing = new ArrayList<>();
        for (Row row : rows()) {
            List<String> tests = quoted(row.shown());
            boolean explained = row.ours().contains("**Not yet**") || row.ours().length() > 30;
            if (tests.isEmpty() && !explained) {
                missing.add(row.theirs());
            }
            tests.stream().filter(test -> !sources.contains(test)).forEach(missing::add);
        }
        assertEquals(List.of(), missing);
    }

    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String folder :
                List.of(
                        "scheduler/src/test",
                        "examples/src/test",
                        "tools/acceptance/src",
                        "tools/launch/src/test")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    if (!file.endsWith("FeatureTableTest.java")) {
                        all.append(Files.readString(file));
                    }
                }
            }
        }
        return all.toString();
    }
}
