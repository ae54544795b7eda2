package org.anabranch.seeing.trace;

import org.anabranch.seeing.text.JsonInput;
import org.anabranch.seeing.text.JsonInput.Token;

import java.io.IOException;

/** One line of a trace that is read. Times are nanoseconds. */
final class PerfettoEvent {
    private static final long UNITS = 1000;

    String phase = "";
    String id = "";
    String category = "";
    String name = "";
    long process;
    long thread;
    long time;
    long duration;
    long action;
    boolean enclosing;
    boolean nests;

    void read(JsonInput json) throws IOException {
        phase = "";
        id = "";
        category = "";
        name = "";
        process = 0;
        thread = 0;
        time = -1;
        duration = -1;
        action = 0;
        enclosing = false;
        nests = false;
        while (json.next() != Token.END_OBJECT) {
            field(json, json.text());
        }
    }

    private void field(JsonInput json, String field) throws IOException {
        switch (field) {
            case "ph" -> phase = string(json);
            case "id" -> id = string(json);
            case "cat" -> category = string(json);
            case "name" -> name = string(json);
            case "bp" -> enclosing = string(json).equals("e");
            case "pid" -> process = number(json) / UNITS;
            case "tid" -> thread = number(json) / UNITS;
            case "ts" -> time = number(json);
            case "dur" -> duration = number(json);
            case "args" -> arguments(json);
            default -> json.skip();
        }
    }

    private static String string(JsonInput json) throws IOException {
        json.next();
        return json.text();
    }

    private static long number(JsonInput json) throws IOException {
        if (json.next() != Token.NUMBER) {
            throw new IOException("no number at byte " + json.position());
        }
        return json.thousandths();
    }

    private void arguments(JsonInput json) throws IOException {
        if (json.next() != Token.OBJECT) {
            throw new IOException("args is no object, at byte " + json.position());
        }
        while (json.next() != Token.END_OBJECT) {
            switch (json.text()) {
                case "action" -> action = number(json) / UNITS;
                case "nests" -> nests = json.next() == Token.TRUE;
                default -> json.skip();
            }
        }
    }

    long track() {
        return process << 32 | thread;
    }

    String arrowKey() {
        return id + ' ' + category + ' ' + name;
    }
}
