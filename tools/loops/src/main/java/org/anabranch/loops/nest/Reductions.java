package org.anabranch.loops.nest;

import org.anabranch.loops.Reduction;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Apply;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Store;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A recogniser of reductions. On each path a cell keeps its content, or it is combined with a value
 * that does not depend on the memory, always by the same operator.
 */
final class Reductions {
    private final Set<String> operators = new HashSet<>();

    /** The other stores made when a value is taken, of each path on which one is. */
    private final Set<List<Statement>> beside = new HashSet<>();

    private Reductions() {}

    /**
     * A reduction, and how two partial results are combined.
     *
     * @param reduction its description
     * @param combining its operator, or that of a {@link Guard}
     * @param beside the other stores made when a value is taken
     */
    record Found(Reduction reduction, String combining, List<Statement> beside) {}

    static Optional<Found> of(int base, LoopNest nest) {
        List<Touch> touches = nest.touches(base);
        Optional<Touch> read = touches.stream().filter(touch -> !touch.write()).findFirst();
        Reductions found = new Reductions();
        if (read.isEmpty() || !found.areAll(base, nest)) {
            return Optional.empty();
        }
        String operator = found.operators.iterator().next();
        boolean extreme = operator.startsWith("m");
        boolean whole = touches.stream().allMatch(touch -> touch.element().kind().isInteger());
        String shown = extreme ? operator.substring(0, 3) : operator;
        Touch first = read.get();
        return Optional.of(
                new Found(
                        new Reduction(first.name(), shown, extreme || whole, first.line()),
                        operator,
                        found.beside.stream().findFirst().orElse(List.of())));
    }

    private boolean areAll(int base, LoopNest nest) {
        try {
            SymbolicExecution.run(base, nest, this::add);
            return operators.size() == 1 && beside.size() <= 1;
        } catch (NoReductionException none) {
            return false;
        }
    }

    /** Adds a path to an update. */
    private void add(SymbolicPath path, Symbols symbols) {
        boolean changed = path.isChanged();
        if (!changed && path.effects.isEmpty()) {
            return;
        }
        Guard guard = path.guard;
        String operator =
                guard == null
                        ? new Form(path, symbols).operator(path.content)
                        : operator(guard, path, symbols);
        List<Statement> stores = path.effects.stream().filter(Store.class::isInstance).toList();
        boolean taken = changed && guard != null;
        boolean follows = taken && operator != null && operator.startsWith("m");
        NoReductionException.unless(operator != null && (stores.isEmpty() || follows));
        operators.add(operator);
        if (taken) {
            beside.add(stores);
        }
    }

    /** Returns the operator of an update under a guard, or null. */
    private static String operator(Guard guard, SymbolicPath path, Symbols symbols) {
        boolean free = guard.value() != null && !symbols.isTainted(guard.value());
        boolean taken =
                !path.isChanged()
                        || (path.old instanceof Constant
                                ? !symbols.isTainted(path.content)
                                : path.content.equals(guard.value()));
        return free && taken ? guard.operator() : null;
    }

    /** The form of an update without a guard. */
    private record Form(SymbolicPath path, Symbols symbols) {
        /**
         * Returns the operator that combines the content with other values; empty if there are no
         * others, null if it is no such form.
         */
        String operator(Expression value) {
            Kind cell = path.cell.element().kind();
            if (value.equals(path.old)) {
                return "";
            }
            return switch (value) {
                case Constant truth when cell == Kind.BOOLEAN -> truth.bits() == 0 ? "&" : "|";
                case Convert(var to, var operand)
                        when keeps(to, cell) && keeps(operand.kind(), cell) ->
                        operator(operand);
                case Binary binary -> operator(binary);
                case Apply apply when apply.function() == PureFunction.MIN -> extreme("min", apply);
                case Apply apply when apply.function() == PureFunction.MAX -> extreme("max", apply);
                default -> null;
            };
        }

        /** Returns true if numbers of a kind have the bits of those in the cell. */
        private static boolean keeps(Kind kind, Kind cell) {
            return kind.isInteger() && cell.isInteger() && kind.bytes() >= cell.bytes();
        }

        private String operator(Binary binary) {
            Expression left = binary.left();
            Expression right = binary.right();
            return switch (binary.operator()) {
                case SUB -> symbols.isTainted(left) ? combined("+", left, right) : null;
                case ADD, MUL, AND, OR, XOR -> combined(binary.operator().symbol(), left, right);
                default -> null;
            };
        }

        private String extreme(String symbol, Apply apply) {
            return apply.operands() == path.old.kind()
                    ? combined(symbol, apply.arguments().getFirst(), apply.arguments().getLast())
                    : null;
        }

        private String combined(String symbol, Expression left, Expression right) {
            boolean first = symbols.isTainted(left);
            if (first == symbols.isTainted(right)) {
                return null;
            }
            String inside = operator(first ? left : right);
            return inside != null && (inside.isEmpty() || inside.equals(symbol)) ? symbol : null;
        }
    }
}
