import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.tools.javac.parser.Scanner;
import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.parser.Tokens.Token;
import com.sun.tools.javac.parser.Tokens.TokenKind;
import com.sun.tools.javac.util.Context;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The rules of {@code cnf/checkstyle.xml} and its suppressions, by the parser of the JDK:
 * Checkstyle itself takes ten times as long, and runs by night. Both say the same about the sources
 * of the JDK. Whoever changes a rule changes it in both.
 */
final class Style {
    /** A rule, and the files that are spared from it. */
    private enum Rule {
        LENGTH("a method has at most " + Style.LONGEST + " lines with code", "none"),
        // those are short enough for the README, which shows them
        BRACES("a branch or a loop has braces", ".*examples/loops/.*"),
        STAR("no star imports", "none"),
        NAME("name it by what distinguishes it (no Impl, Manager, Helper, Util)", "none"),
        // where programs and backends meet the platform
        JAVADOC("what others see has Javadoc", "(?!api/src/main/).*"),
        PRINT(
                "a library does not print; use BackendLog",
                "(tools|examples|benchmarks|stress|cnf)/.*|.*/src/test/.*"),
        LOG(
                "a log may throw; use BackendLog, in the scheduler ForeignCode",
                ".*/(BackendLog|ForeignCode)\\.java|.*/src/test/.*");

        final String text;
        final Pattern spared;

        Rule(String text, String spared) {
            this.text = text;
            this.spared = Pattern.compile(spared);
        }
    }

    private static final int LONGEST = 40;
    private static final Pattern TYPE =
            Pattern.compile("(?!\\w*(?:Impl|Manager|Helper|Utils?)$)[A-Z]\\w*");
    private static final Pattern PRINTING = Pattern.compile("System\\.(out|err)\\b");
    private static final Pattern LOGGING = Pattern.compile("System\\.getLogger\\b");

    /** Files parsed at a time: few, that the collector has little to copy. */
    private static final int BATCH = 50;

    private final List<String> faults = new ArrayList<>();

    private Style() {}

    static List<String> faults(List<Path> sources) throws IOException {
        Style style = new Style();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            for (int i = 0; i < sources.size(); i += BATCH) {
                List<Path> some = sources.subList(i, Math.min(sources.size(), i + BATCH));
                var given = files.getJavaFileObjectsFromPaths(some);
                var task =
                        (JavacTask)
                                compiler.getTask(
                                        null, files, null, List.of("-proc:none"), null, given);
                DocTrees trees = DocTrees.instance(task);
                int at = 0;
                for (CompilationUnitTree unit : task.parse()) {
                    style.new Source(some.get(at++), unit, trees).check();
                }
            }
        }
        return style.faults;
    }

    private final class Source extends TreePathScanner<Void, Void> {
        private final String path;
        private final CompilationUnitTree unit;
        private final DocTrees trees;
        private final SourcePositions positions;

        /** The source with blanks for comments. */
        private final char[] code;

        /** Lines with code in them, from 1 on. */
        private final BitSet lines = new BitSet();

        Source(Path file, CompilationUnitTree unit, DocTrees trees) throws IOException {
            path = file.toString().replace('\\', '/');
            this.unit = unit;
            this.trees = trees;
            positions = trees.getSourcePositions();
            String text = Files.readString(file);
            code = new char[text.length()];
            Arrays.fill(code, ' ');
            Scanner scanner = ScannerFactory.instance(new Context()).newScanner(text, false);
            do {
                scanner.nextToken();
                Token token = scanner.token();
                if (token.endPos > token.pos) {
                    text.getChars(token.pos, token.endPos, code, token.pos);
                    lines.set(line(token.pos), line(token.endPos - 1) + 1);
                }
            } while (scanner.token().kind != TokenKind.EOF);
        }

        void check() {
            scan(unit, null);
            uses(PRINTING, Rule.PRINT);
            uses(LOGGING, Rule.LOG);
        }

        private void uses(Pattern pattern, Rule rule) {
            pattern.matcher(new String(code)).results().forEach(use -> fault(rule, use.start()));
        }

        private int line(long position) {
            return (int) unit.getLineMap().getLineNumber(position);
        }

        private void fault(Rule rule, Tree tree) {
            fault(rule, positions.getStartPosition(unit, tree));
        }

        private void fault(Rule rule, long position) {
            if (!rule.spared.matcher(path).matches()) {
                faults.add(path + ":" + line(position) + ": " + rule.text);
            }
        }

        @Override
        public Void visitImport(ImportTree node, Void none) {
            if (!node.isModule() && node.getQualifiedIdentifier().toString().endsWith(".*")) {
                fault(Rule.STAR, node);
            }
            return super.visitImport(node, none);
        }

        @Override
        public Void visitClass(ClassTree node, Void none) {
            if (!node.getSimpleName().isEmpty()) { // it has none if it is anonymous
                if (!TYPE.matcher(node.getSimpleName()).matches()) {
                    fault(Rule.NAME, node);
                }
                documented(node);
            }
            return super.visitClass(node, none);
        }

        @Override
        public Void visitMethod(MethodTree node, Void none) {
            if (node.getBody() != null) {
                int first = line(positions.getStartPosition(unit, node.getBody()));
                int last = line(positions.getEndPosition(unit, node.getBody()) - 1);
                if (lines.get(first, last + 1).cardinality() > LONGEST) {
                    fault(Rule.LENGTH, node);
                }
            }
            boolean overrides =
                    node.getModifiers().getAnnotations().stream()
                            .anyMatch(one -> one.getAnnotationType().toString().equals("Override"));
            if (!overrides) {
                documented(node);
            }
            return super.visitMethod(node, none);
        }

        /** A type or method that others see, since all types around it are seen, has Javadoc. */
        private void documented(Tree node) {
            for (TreePath at = getCurrentPath(); at != null; at = at.getParentPath()) {
                Tree around = at.getParentPath() == null ? null : at.getParentPath().getLeaf();
                if (around instanceof MethodTree
                        || around instanceof NewClassTree
                        || at.getLeaf() instanceof ClassTree type
                                && !isSeen(type.getModifiers(), around)
                        || at.getLeaf() instanceof MethodTree method
                                && !isSeen(method.getModifiers(), around)) {
                    return;
                }
            }
            if (trees.getDocComment(getCurrentPath()) == null) {
                fault(Rule.JAVADOC, node);
            }
        }

        private static boolean isSeen(ModifiersTree modifiers, Tree around) {
            Set<Modifier> flags = modifiers.getFlags();
            boolean inInterface =
                    around.getKind() == Tree.Kind.INTERFACE
                            || around.getKind() == Tree.Kind.ANNOTATION_TYPE;
            return flags.contains(Modifier.PUBLIC)
                    || flags.contains(Modifier.PROTECTED)
                    || inInterface && !flags.contains(Modifier.PRIVATE);
        }

        private void braced(StatementTree statement) {
            if (statement.getKind() != Tree.Kind.BLOCK) {
                fault(Rule.BRACES, statement);
            }
        }

        @Override
        public Void visitIf(IfTree node, Void none) {
            braced(node.getThenStatement());
            StatementTree other = node.getElseStatement();
            if (other != null && other.getKind() != Tree.Kind.IF) {
                braced(other);
            }
            return super.visitIf(node, none);
        }

        @Override
        public Void visitForLoop(ForLoopTree node, Void none) {
            braced(node.getStatement());
            return super.visitForLoop(node, none);
        }

        @Override
        public Void visitEnhancedForLoop(EnhancedForLoopTree node, Void none) {
            braced(node.getStatement());
            return super.visitEnhancedForLoop(node, none);
        }

        @Override
        public Void visitWhileLoop(WhileLoopTree node, Void none) {
            braced(node.getStatement());
            return super.visitWhileLoop(node, none);
        }

        @Override
        public Void visitDoWhileLoop(DoWhileLoopTree node, Void none) {
            braced(node.getStatement());
            return super.visitDoWhileLoop(node, none);
        }
    }
}
