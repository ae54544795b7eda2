package org.anabranch.scheduler.domain;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Piece;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.KernelTranslator;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The translators that are there, and what they have made of each kernel. */
public final class Translations {
    private final List<KernelTranslator> translators = new CopyOnWriteArrayList<>();
    private final Map<Kernel, Map<KernelTranslator, Translated>> known =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** A translation, or why there is none. */
    private record Translated(
            KernelTranslator.Translation translation, KernelFormatException refusal) {}

    public void add(KernelTranslator translator) {
        translators.add(translator);
    }

    public void remove(KernelTranslator translator) {
        translators.remove(translator);
        known.values().forEach(made -> made.remove(translator));
    }

    /** The kernel with code in one of the formats, its own or translated. */
    Kernel coded(Kernel kernel, Set<String> formats) {
        if (!Collections.disjoint(kernel.formats(), formats)) {
            return kernel;
        }
        for (KernelTranslator translator : translators) {
            Translated translated = translated(translator, kernel, formats);
            if (translated != null && translated.translation != null) {
                return kernel.with(translated.translation.code());
            }
        }
        return kernel;
    }

    /**
     * Why no translation serves a run: the reason of the last translator that tried, or null if one
     * serves.
     *
     * @param none the reason if none tries
     */
    KernelFormatException refusal(
            Kernel kernel,
            Set<String> formats,
            Piece piece,
            Argument[] arguments,
            KernelFormatException none) {
        KernelFormatException reason = none;
        for (KernelTranslator translator : translators) {
            Translated translated = translated(translator, kernel, formats);
            if (translated != null) {
                reason =
                        translated.refusal != null
                                ? translated.refusal
                                : checked(kernel, translated, piece, arguments);
                if (reason == null) {
                    return null;
                }
            }
        }
        return reason;
    }

    private static KernelFormatException checked(
            Kernel kernel, Translated translated, Piece piece, Argument[] arguments) {
        Throwable refused =
                ForeignCode.attempt(() -> translated.translation.check(piece, List.of(arguments)));
        return refused == null ? null : reason(kernel, refused);
    }

    private Translated translated(KernelTranslator translator, Kernel kernel, Set<String> formats) {
        Throwable refused =
                ForeignCode.attempt(
                        () ->
                                known.computeIfAbsent(kernel, none -> new ConcurrentHashMap<>())
                                        .computeIfAbsent(
                                                translator, one -> made(one, kernel, formats)));
        Map<KernelTranslator, Translated> all = known.get(kernel);
        Translated made = all == null ? null : all.get(translator);
        return made == null && refused != null
                ? new Translated(null, reason(kernel, refused))
                : made;
    }

    /** Null if the translator does not read what there is, or does not write what is wanted. */
    private static Translated made(
            KernelTranslator translator, Kernel kernel, Set<String> formats) {
        if (!kernel.formats().contains(translator.from()) || !formats.contains(translator.to())) {
            return null;
        }
        try {
            return new Translated(translator.translate(kernel), null);
        } catch (KernelFormatException refusal) {
            return new Translated(null, refusal);
        }
    }

    private static KernelFormatException reason(Kernel kernel, Throwable refused) {
        return refused instanceof KernelFormatException reason
                ? reason
                : new KernelFormatException(
                        "kernel %s is not translated: %s"
                                .formatted(kernel.name(), ForeignCode.message(refused)),
                        refused);
    }
}
