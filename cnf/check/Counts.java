import org.w3c.dom.Element;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Counts the tests in JUnit's XML reports, because a framework run that found no test ends green
 * and silent.
 *
 * <p>{@code Counts NAME FOLDER...} prints one line and fails if a folder holds no test, or a test
 * failed. {@code Counts total FOLDER} sums every report below one folder and prints the plain line
 * that closes a build.
 */
final class Counts {
    private int tests;
    private int failed;
    private int skipped;

    public static void main(String[] args) throws Exception {
        Counts sum = new Counts();
        for (String folder : List.of(args).subList(1, args.length)) {
            Counts one = new Counts();
            one.addBelow(Path.of(folder));
            if (one.tests == 0) {
                System.err.println(args[0] + ": no test ran, or no report below " + folder);
                System.exit(1);
            }
            sum.add(one);
        }
        System.out.println((args[0].equals("total") ? "" : args[0] + ": ") + sum);
        System.exit(sum.failed == 0 ? 0 : 1);
    }

    private void addBelow(Path folder) throws Exception {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> reports = Files.walk(folder)) {
            for (Path report : reports.filter(Counts::isReport).toList()) {
                addReport(report);
            }
        }
    }

    private static boolean isReport(Path path) {
        String text = path.toString().replace('\\', '/');
        return text.matches(".*/target/(surefire-reports|test-reports)/.*TEST-[^/]*\\.xml");
    }

    /** Counts test cases rather than trusting the totals, which not every writer sums alike. */
    private void addReport(Path report) throws Exception {
        var document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile());
        var cases = document.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            tests++;
            if (has(test, "failure") || has(test, "error")) {
                failed++;
            } else if (has(test, "skipped")) {
                skipped++;
            }
        }
    }

    private static boolean has(Element test, String child) {
        return test.getElementsByTagName(child).getLength() > 0;
    }

    private void add(Counts other) {
        tests += other.tests;
        failed += other.failed;
        skipped += other.skipped;
    }

    @Override
    public String toString() {
        return (tests - failed - skipped)
                + " passed, "
                + failed
                + " failed, "
                + skipped
                + " skipped";
    }
}
