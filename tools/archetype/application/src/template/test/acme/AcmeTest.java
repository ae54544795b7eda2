package acme;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.launch.Anabranch;
import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

class AcmeTest {

    private static Job.Report run(String... arguments) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            Platform platform = anabranch.platform();
            PrintWriter nobody = new PrintWriter(Writer.nullWriter());
            return new Acme().run(platform, platform.domains(), List.of(arguments), nobody);
        }
    }

    @Test
    void eachNumberIsTripled() throws Exception {
        Job.Report report = run("1000");
        assertTrue(report.verified(), report::verification);
    }

    @Test
    void aWordThatIsNoNumberIsRefused() {
        assertThrows(ProgramException.class, () -> run("many"));
    }
}
