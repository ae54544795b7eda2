package org.anabranch.examples.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Job;
import org.anabranch.api.ProgramException;
import org.anabranch.examples.add.ArrayAddition;
import org.anabranch.examples.cholesky.CholeskyFactorization;
import org.anabranch.examples.nbody.GravitySimulation;
import org.anabranch.examples.product.MatrixProduct;
import org.anabranch.examples.series.FourierSeries;
import org.anabranch.spi.support.Arguments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

class JobArgumentsTest {
    private final Job job = new ArrayAddition();

    @Test
    void wordsAndOptionsMixInAnyOrder() {
        Arguments arguments =
                Arguments.of(
                        job, List.of("--tile", "8", "5", "--rule=b"), 1, "tile", "rule", "more");
        assertEquals(8, arguments.number("tile", 1, 1, 10));
        assertEquals(5, arguments.number(0, "N", 1, 1, 10));
        assertEquals("b", arguments.choice("rule", "a", "b"));
        assertEquals(3, arguments.number("more", 3, 1, 10));
        assertTrue(arguments.has("tile"));
        assertFalse(arguments.has("more"));
        assertEquals(1, arguments.words());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "add|--tyle 4|unknown option --tyle",
                "add|--tile|option --tile has no value",
                "add|--tile 4 --tile=4|option --tile is given twice",
                "add|12 13|unexpected argument 13",
                "add|many|N must be a whole number, not many",
                "add|0|N must be from 1 to",
                "add|-3|N must be from 1 to",
                "add|--tile 0|--tile must be from 1 to",
                "add|99999999999999999999|N must be a whole number",
                "matmul|3 4|give one number or three",
                "matmul|8 --tile 0|--tile must be from 1 to",
                "matmul|1024 --tile 1|--tile 1 makes 1073741824 tile products",
                "cholesky|a.mtx --tile 0|--tile must be from 1 to",
                "cholesky|a.mtx --layout diagonal|--layout is one of rows, columns, not diagonal",
                "cholesky|a.mtx --streams 0|--streams must be from 1 to 64, not 0",
                "nbody|--tile 4|--tile needs --bodies",
                "nbody|--bodies 1|--bodies must be from 2 to",
                "nbody|planets|unexpected argument planets",
                "series|--rule simpson|--rule is one of full, jgf, not simpson"
            })
    void unusableArgumentsAreNamedAtOnce(String name, String line, String complaint) {
        Job named =
                List.of(
                                job,
                                new MatrixProduct(),
                                new CholeskyFactorization(),
                                new GravitySimulation(),
                                new FourierSeries())
                        .stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        List<String> arguments = line.isEmpty() ? List.of() : List.of(line.split(" "));
        ProgramException thrown =
                assertThrows(
                        ProgramException.class,
                        () ->
                                named.run(
                                        null,
                                        List.of(),
                                        arguments,
                                        new PrintWriter(new StringWriter())));
        assertTrue(thrown.getMessage().startsWith(name + ": " + complaint), thrown.getMessage());
        assertTrue(thrown.getMessage().contains("usage: " + name), thrown.getMessage());
    }
}
