package org.anabranch.loops;

import java.util.Random;
import java.util.function.Supplier;

/**
 * Random statements that keep a minimum or maximum, its position, or the first value that fits, of
 * all types, and then use the variables that they have set. Places are written as in {@link
 * RandomBodies}.
 */
final class RandomExtremes {
    private static final String[] ORDERS = {"<", "<=", ">", ">="};

    /**
     * The variable that keeps the value, by type: cells in larger arrays and arrays of one cell.
     */
    private enum Type {
        INT("int", "a|60", "b|61", "top|0"),
        LONG("long", "l|60", "l|61", "longTop|0"),
        FLOAT("float", "f|60", "f|61", "floatTop|0"),
        DOUBLE("double", "d|60", "d|61", "doubleTop|0");

        final String text;
        final String[] cells;

        Type(String text, String... cells) {
            this.text = text;
            this.cells = cells;
        }
    }

    private final Random random;
    private final Supplier<String> linear;
    private final Supplier<String> condition;
    private final String number;
    private final Type type;
    private final String cell;
    private final String value;

    /**
     * A statement.
     *
     * @param random decides
     * @param number makes names unique
     * @param linear gives whole numbers that are linear in the variables
     * @param condition gives conditions
     */
    RandomExtremes(Random random, int number, Supplier<String> linear, Supplier<String> condition) {
        this.random = random;
        this.number = "" + number;
        this.linear = linear;
        this.condition = condition;
        this.type = Type.values()[random.nextInt(4)];
        this.cell = type.cells[random.nextInt(type.cells.length)];
        this.value = value();
    }

    /** Its text; it ends with what uses the variables. */
    String text() {
        String form = form();
        if (random.nextInt(4) == 0) {
            form = "for (int u# = 0; u# < 3; u#++) {\n" + form + "}\n";
        }
        String beside = random.nextBoolean() ? "0" : "VALUE";
        String before = random.nextInt(3) == 0 ? "OUT = 7;\n" : "";
        return ("{ TYPE t# = "
                        + beside
                        + ";\nint w# = 0;\nint[] o# = {0};\n"
                        + before
                        + form
                        + uses()
                        + "}\n")
                .replace("VALUE", value)
                .replace("NOTED", "@w{" + cell + "}")
                .replace("CELL", "@r{" + cell + "}")
                .replace("OUT", "@w{a|i}")
                .replace("ORDER", one(ORDERS))
                .replace("TYPE", type.text)
                .replace("#", number);
    }

    private String form() {
        return switch (random.nextInt(20)) {
            case 0 -> test() + "NOTED = VALUE;\n";
            case 1 -> test() + "{\nt# = VALUE;\nNOTED = t#;\n}\n";
            case 2 -> test() + "{\n" + shuffled("NOTED = VALUE;\n", beside()) + "}\n";
            case 3 -> "NOTED = " + choice("VALUE", "CELL") + ";\n";
            case 4 -> "t# = " + choice("VALUE", "CELL") + ";\nNOTED = t#;\n";
            case 5 -> "t# = CELL;\nNOTED = VALUE ORDER t# ? VALUE : t#;\n";
            case 6 -> "NOTED = Math." + one("max", "min") + pair("VALUE", "CELL") + ";\n";
            case 7 -> first();
            case 8 -> truth();
            case 9 -> "NOTED = " + one("larger", "smaller") + pair("VALUE", "CELL") + ";\n";
            case 10 ->
                    "t# = "
                            + (one("larger", "smaller") + pair("VALUE", "CELL"))
                            + ";\nNOTED = t#;\n";
            case 11, 12 -> sum();
            case 13 -> "if (" + condition.get() + ") " + test() + "NOTED = VALUE;\n";
            case 14 ->
                    "NOTED = VALUE ORDER CELL ? VALUE : kept(@r{b|" + linear.get() + "}, CELL);\n";
            case 15 -> "NOTED = larger(VALUE, " + one("larger", "smaller") + "(CELL, VALUE));\n";
            case 16 ->
                    test()
                            + "{\n"
                            + shuffled("NOTED = VALUE;\n", "o#[0] = i;\n")
                            + "}\nOUT = o#[0];\n";
            default -> test() + "{\n" + shuffled("NOTED = VALUE;\n", place()) + "}\n";
        };
    }

    private String sum() {
        return switch (random.nextInt(5)) {
            case 0 -> "t# = CELL + VALUE;\nNOTED = t#;\n";
            case 1 -> "NOTED = " + condition.get() + " ? CELL - VALUE : CELL;\n";
            case 2 -> "NOTED = (TYPE) (byte) (CELL + VALUE);\n";
            case 3 -> "NOTED = (TYPE) (CELL * (w# + i - 3L));\n";
            default ->
                    "t# = CELL + VALUE;\nif (" + condition.get() + ") t# = t# - 1;\nNOTED = t#;\n";
        };
    }

    private String test() {
        return "if (" + (random.nextBoolean() ? "VALUE ORDER CELL" : "CELL ORDER VALUE") + ") ";
    }

    private String choice(String one, String other) {
        boolean turned = random.nextBoolean();
        String compared = random.nextBoolean() ? "VALUE ORDER CELL" : "CELL ORDER VALUE";
        return compared + " ? " + (turned ? other : one) + " : " + (turned ? one : other);
    }

    private String pair(String one, String other) {
        return random.nextBoolean()
                ? "(" + one + ", " + other + ")"
                : "(" + other + ", " + one + ")";
    }

    private String shuffled(String one, String other) {
        return random.nextBoolean() ? one + other : other + one;
    }

    /** A further variable set when a value is taken. */
    private String beside() {
        return one(
                "w# = i + 1;\n",
                "w# = w# + 1;\n",
                "t# = VALUE;\n",
                "@w{at|0} = w#;\nw# = i;\n",
                "@w{a|i} = i;\n");
    }

    /** Its position; rarely a value that only looks like it. */
    private String place() {
        String second =
                random.nextInt(3) == 0 ? "@w{there|0} = (" + linear.get() + ") * 2L;\n" : "";
        String first =
                switch (random.nextInt(8)) {
                    case 0 -> "@w{at|0} = @r{at|0} + 1;\n";
                    case 1 -> "@w{at|0} = (int) (VALUE);\n";
                    case 2 -> "@w{at|0} = (int) (CELL);\n";
                    case 3 -> "w# = i;\n@w{at|0} = w#;\n";
                    default -> "@w{at|0} = " + linear.get() + ";\n";
                };
        return first + second;
    }

    /** The first or last that fits, or whether there is one. */
    private String first() {
        return switch (random.nextInt(6)) {
            case 0 -> "if (@r{at|0} < 0 && " + condition.get() + ") @w{at|0} = i;\n";
            case 1 -> "if (" + condition.get() + ") @w{at|0} = Math.min(@r{at|0}, i);\n";
            case 2 -> "if (" + condition.get() + " && i < @r{at|0}) @w{at|0} = i;\n";
            case 3 -> "if (" + condition.get() + ") @w{at|0} = i;\n";
            case 4 -> "if (" + condition.get() + ") @w{at|0} |= 1;\n";
            default -> "@w{at|0} = " + condition.get() + " ? i : @r{at|0};\n";
        };
    }

    /** A flag: all fit, or any fits. */
    private String truth() {
        String and = one("&&", "||");
        String test = random.nextBoolean() ? condition.get() : "VALUE ORDER CELL";
        String old = "@r{truth|0}";
        String junction =
                switch (random.nextInt(5)) {
                    case 0 -> "(" + test + ") " + and + " " + old;
                    case 1 -> old + " " + and + " !(" + test + ")";
                    case 2 -> "!" + old + " " + and + " (" + test + ")";
                    case 3 -> "(" + condition.get() + ") " + and + " (" + old + " || " + test + ")";
                    default -> old + " " + and + " (" + test + ")";
                };
        return switch (random.nextInt(6)) {
            case 4 -> "if (!" + old + " && " + test + ") @w{truth|0} = true;\n";
            case 5 -> "if (" + test + ") @w{truth|0} = " + condition.get() + " && " + old + ";\n";
            case 0 -> "@w{truth|0} = " + junction + ";\nif (@r{truth|0}) w# = 1;\n";
            case 1 ->
                    ("boolean was# = " + old + ";\n")
                            + ("@w{truth|0} = was# " + and + " " + test + ";\n")
                            + (random.nextBoolean() ? "if (was#) w# = 2;\n" : "");
            default -> "@w{truth|0} = " + junction + ";\n";
        };
    }

    private String uses() {
        return switch (random.nextInt(6)) {
            case 0 -> "OUT = (int) t# + w#;\n";
            case 1 -> "OUT = @r{a|i} + w#;\n";
            case 2 -> "OUT = (int) (CELL);\n";
            case 3 -> "OUT = @r{at|0};\n";
            default -> "";
        };
    }

    private String value() {
        String whole = "(" + linear.get() + ")";
        return switch (type) {
            case INT -> one("@r{b|i}", whole, "Math.abs(@r{b|i} - 3)", "(@r{b|i} ^ " + whole + ")");
            case LONG -> one("@r{l|i}", whole + " * 3L", "(@r{l|i} - " + whole + ")");
            case FLOAT -> one("@r{f|i}", "(@r{f|i} * 0.5f)", whole + " / 4f");
            case DOUBLE -> one("@r{d|i}", "(@r{d|i} * -2)", "(@r{f|i} + @r{d|i})");
        };
    }

    private String one(String... all) {
        return all[random.nextInt(all.length)];
    }
}
