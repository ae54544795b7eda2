import org.w3c.dom.Element;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

/**
 * Counts the tests in JUnit's XML reports, because a framework run that found no test ends green
 * and silent.
 *
 * <p>{@code Counts NAME FOLDER...} prints one line and fails if a folder holds no test, or a test
 * failed. {@code Counts total FOLDER} sums every report below one folder and prints the plain line
 * that closes a build; before it, a line for each test that failed, since a framework run names
 * none.
 */
final class Counts {
    private static final int SHOWN_LINES = 12;

    private final List<String> failures = new ArrayList<>();
    private int tests;
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
        sum.failures.forEach(System.out::println);
        System.out.println((args[0].equals("total") ? "" : args[0] + ": ") + sum);
        System.exit(sum.failures.isEmpty() ? 0 : 1);
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
            Element failure =
                    child(test, "failure") == null ? child(test, "error") : child(test, "failure");
            if (failure != null) {
                failures.add(told(report, test, failure));
            } else if (child(test, "skipped") != null) {
                skipped++;
            }
        }
    }

    private static Element child(Element test, String name) {
        return (Element) test.getElementsByTagName(name).item(0);
    }

    /** Says which test failed, where its report lies, and how its failure's text begins. */
    private static String told(Path report, Element test, Element failure) {
        String name = test.getAttribute("classname") + '.' + test.getAttribute("name");
        String text = failure.getAttribute("message") + '\n' + failure.getTextContent();
        return "FAILED "
                + name
                + " ("
                + report
                + ")\n    "
                + text.strip().lines().limit(SHOWN_LINES).collect(Collectors.joining("\n    "));
    }

    private void add(Counts other) {
        tests += other.tests;
        failures.addAll(other.failures);
        skipped += other.skipped;
    }

    @Override
    public String toString() {
        return (tests - failures.size() - skipped)
                + " passed, "
                + failures.size()
                + " failed, "
                + skipped
                + " skipped";
    }
}
