package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether a load and the store after it name the same cell: nothing in between sets its index. */
final class Between {
    private Between() {}

    static boolean keeps(List<Statement> body, Statement.Assign load, Statement.Store store) {
        List<Statement> list = holder(body, load);
        int from = list == null ? -1 : indexOf(list, load);
        int to = list == null ? -1 : indexOf(list, store);
        if (from < 0 || to < from) {
            return false;
        }
        Set<Local> named = new HashSet<>();
        reads(((Expression.Load) load.value()).base(), named);
        reads(((Expression.Load) load.value()).index(), named);
        return list.subList(from, to).stream()
                .noneMatch(statement -> sets(List.of(statement), named));
    }

    private static int indexOf(List<Statement> list, Statement statement) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == statement) {
                return i;
            }
        }
        return -1;
    }

    /** The list that a statement is in. */
    private static List<Statement> holder(List<Statement> list, Statement statement) {
        if (indexOf(list, statement) >= 0) {
            return list;
        }
        for (Statement inside : list) {
            List<Statement> found =
                    switch (inside) {
                        case Statement.If choice -> {
                            List<Statement> then = holder(choice.then(), statement);
                            yield then != null ? then : holder(choice.otherwise(), statement);
                        }
                        case Statement.Repeat loop -> holder(loop.body(), statement);
                        case Statement.Labelled block -> holder(block.body(), statement);
                        default -> null;
                    };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean sets(List<Statement> list, Set<Local> locals) {
        return list.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.Assign assign ->
                                            locals.contains(assign.target());
                                    case Statement.If choice ->
                                            sets(choice.then(), locals)
                                                    || sets(choice.otherwise(), locals);
                                    case Statement.Repeat loop -> sets(loop.body(), locals);
                                    case Statement.Labelled block -> sets(block.body(), locals);
                                    default -> false;
                                });
    }

    private static void reads(Expression value, Set<Local> locals) {
        switch (value) {
            case null -> {}
            case Expression.Read read -> locals.add(read.local());
            case Expression.Binary binary -> {
                reads(binary.left(), locals);
                reads(binary.right(), locals);
            }
            case Expression.Convert convert -> reads(convert.operand(), locals);
            case Expression.Negate negate -> reads(negate.operand(), locals);
            case Expression.Apply apply -> apply.arguments().forEach(a -> reads(a, locals));
            case Expression.Relation relation -> {
                reads(relation.left(), locals);
                reads(relation.right(), locals);
            }
            case Expression.Not not -> reads(not.operand(), locals);
            case Expression.ThreeWay way -> {
                reads(way.left(), locals);
                reads(way.right(), locals);
            }
            default -> {}
        }
    }
}
