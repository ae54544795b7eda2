package org.anabranch.shell.terminal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Issue 51: the input of a service. */
class ShellEntryTest {
    private static PushbackInputStream input(byte... bytes) {
        return new PushbackInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void issue51_inputThatEndsAtOnceOrCannotBeReadIsEmpty() {
        assertTrue(ShellEntry.isEmpty(input()));
        InputStream writeOnly =
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("Bad file descriptor");
                    }
                };
        assertTrue(ShellEntry.isEmpty(new PushbackInputStream(writeOnly)));
    }

    @Test
    void issue51_scriptIsReadFromItsFirstByte() throws IOException {
        PushbackInputStream script = input((byte) '\n', (byte) 'a');
        assertFalse(ShellEntry.isEmpty(script));
        assertArrayEquals(new byte[] {'\n', 'a'}, script.readAllBytes());
    }
}
