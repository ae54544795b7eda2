package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Source;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The shared state of all methods of one body: variables, inputs, labels, and the calls in
 * progress.
 */
final class LiftScope {
    final List<Local> locals = new ArrayList<>();
    final Map<Source, Input> inputs = new LinkedHashMap<>();

    /** Static types of references; the next map has the origins of those that are inputs. */
    final Map<Local, String> types = new HashMap<>();

    final Map<Local, Source> sources = new HashMap<>();

    /** Layouts of segment elements, as references on the stack. */
    final Map<Local, Element> layouts = new HashMap<>();

    /** Fields that the body writes; when another one is found, lifting starts again. */
    final Set<String> writtenFields;

    /** The fields behind inputs; the next map has the written fields, by class and name. */
    final Map<Source, Field> readFields = new HashMap<>();

    final Map<String, Field> fields = new HashMap<>();

    /** Classes of captured values and of what fields hold. */
    final KnownClasses classes = new KnownClasses(readFields);

    /** The line of a method that catches exceptions, other than to throw another; or 0. */
    int catches;

    final Set<String> calls = new HashSet<>();

    /** The method of the platform that the program calls; null in the program's own methods. */
    ClassFiles.Found platformCall;

    /** Classes with observable initializers, whose methods and static fields are used. */
    final Set<Class<?>> initialized = new HashSet<>();

    /** Objects created by the iteration itself. */
    final MadeObjects made = new MadeObjects(this);

    /** Lambdas of which the method is known: of the iteration itself, or given. */
    final Map<Local, Lambda> lambdas = new HashMap<>();

    final Set<Local> arrays = new HashSet<>();
    private final Set<Local> unknown = new HashSet<>();
    int statements;
    private int labels;

    final Choices choices;

    /**
     * Creates a scope.
     *
     * @param writtenFields fields that the body writes, as far as is known
     * @param chosen variables that may refer to one of several arrays, as far as is known
     */
    LiftScope(Set<String> writtenFields, Set<String> chosen) {
        this.writtenFields = writtenFields;
        this.choices = new Choices(this, chosen);
    }

    /** Thrown to restart lifting after a written field or a choice between arrays was found. */
    static final class AgainException extends RuntimeException {
        private static final long serialVersionUID = 1;

        AgainException() {
            super(null, null, false, false);
        }
    }

    /**
     * Lifts until all written fields and choices between arrays are known.
     *
     * @param <T> of the result
     * @param lifting lifts in a new scope; throws {@link AgainException} if it finds another one
     * @return the result
     * @throws BodyRefusal if it cannot be lifted
     */
    static <T> T lift(Function<LiftScope, T> lifting) {
        Set<String> written = new HashSet<>();
        Set<String> chosen = new HashSet<>();
        while (true) {
            try {
                return lifting.apply(new LiftScope(written, chosen));
            } catch (AgainException again) {
                continue;
            } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                throw new BodyRefusal("its class file is not understood: " + malformed, 0);
            }
        }
    }

    Local local(String name, Kind kind) {
        Local made = new Local(locals.size(), name, kind);
        locals.add(made);
        return made;
    }

    Expression.Read input(Source source, String name, String descriptor) {
        Input known =
                inputs.computeIfAbsent(
                        source,
                        key -> {
                            Kind kind = Kind.of(descriptor).computational();
                            Local made = local(name, kind);
                            types.put(made, descriptor);
                            sources.put(made, source);
                            return new Input(made, source, descriptor);
                        });
        return new Expression.Read(known.local());
    }

    /** Returns a string constant. */
    Expression.Read text(String value) {
        Expression.Read made = unknown("text");
        sources.put(made.local(), new Source.Text(value));
        return made;
    }

    /** Returns an object of which nothing is known: it can be passed on, but not used. */
    Expression.Read unknown(String name) {
        Local made = local(name, Kind.REFERENCE);
        unknown.add(made);
        return new Expression.Read(made);
    }

    boolean isUnknown(Expression reference) {
        return reference instanceof Expression.Read read && unknown.contains(read.local());
    }

    /** Returns the class of an object, which is not null then; null if it is not known. */
    Class<?> exact(Expression reference) {
        MadeObjects.Made object = made.of(reference);
        if (object != null) {
            return object.type();
        }
        return reference instanceof Expression.Read read
                ? classes.of(sources.get(read.local()))
                : null;
    }

    String type(Expression reference) {
        return reference instanceof Expression.Read read
                ? types.getOrDefault(read.local(), "")
                : "";
    }

    /** Notes that an iteration may initialize a class. */
    void uses(Class<?> type) {
        initialized.addAll(Initializers.of(type));
    }

    int label() {
        return labels++;
    }
}
