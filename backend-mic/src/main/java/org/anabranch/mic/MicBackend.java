package org.anabranch.mic;

import org.anabranch.api.ProcessorMask;
import org.anabranch.mic.process.LocalSink;
import org.anabranch.mic.process.RemoteSink;
import org.anabranch.mic.process.SinkPlace;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.settings.CardConfiguration;
import org.anabranch.mic.settings.MicSettings;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Cards, as {@code mic:0}, {@code mic:1} and so on. The process of a card starts when the card, or
 * the first part of it, is opened, and ends with the last.
 */
@Component(
        immediate = true,
        configurationPid = MicBackend.PID,
        service = {Backend.class, MicBackend.class})
@Designate(ocd = MicSettings.class)
public final class MicBackend implements Backend {
    static final String PID = "org.anabranch.mic";

    private final CardConfiguration configuration;
    private final BundleContents bundles = new BundleContents();
    private final List<CardSlot> slots;

    /**
     * Creates the service.
     *
     * @param context its properties take precedence
     * @param configured the cards, see {@link MicSettings}
     */
    @Activate
    public MicBackend(BundleContext context, Map<String, Object> configured) {
        this(CardConfiguration.configured(configured, context::getProperty));
    }

    /**
     * One card with the defaults, but for some settings; for plain programs and tests.
     *
     * @param settings by name, as in {@link MicSettings}
     * @throws IllegalArgumentException if one is unknown or out of bounds
     */
    public static MicBackend with(Map<String, ?> settings) {
        Map<String, Object> all = new HashMap<>(Map.of("cards", 1));
        all.putAll(settings);
        return new MicBackend(CardConfiguration.of(all)); // one constructor is for the service
    }

    private MicBackend(CardConfiguration configuration) {
        this.configuration = configuration;
        if (configuration.settings().cards() > 0) {
            loadClasses();
        }
        SinkPlace place = place();
        this.slots =
                IntStream.range(0, configuration.settings().cards())
                        .map(number -> configuration.settings().first() + number)
                        .mapToObj(number -> new CardSlot(number, place, configuration, bundles))
                        .toList();
    }

    /** Of the host's side, and of what it uses; what a card says may meet a full heap. */
    private static void loadClasses() {
        String root = MicBackend.class.getPackageName();
        for (String part : List.of("card", "link", "process", "program")) {
            CardClasses.load(MicBackend.class, root + "." + part);
        }
        CardClasses.load(BackendLog.class, Backend.class.getPackageName());
        BackendLog.say(
                MicBackend.class, Level.DEBUG, "its classes are loaded", null); // and a log's
    }

    private SinkPlace place() {
        MicSettings settings = configuration.settings();
        return settings.remote().isEmpty()
                ? new LocalSink(settings, bundles)
                : new RemoteSink(settings);
    }

    @Override
    public List<DeviceInfo> probe() {
        return slots.stream().map(CardSlot::info).toList();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        for (CardSlot slot : slots) {
            if (slot.info().id().equals(info.id())) {
                return slot.open(mask);
            }
        }
        throw new DeviceException(info.id() + " is no card of this backend");
    }

    /** {@return the same as {@link #report}, as plain data} */
    Map<?, ?>[] data() {
        return slots.stream().map(CardSlot::data).toArray(Map<?, ?>[]::new);
    }

    /** {@return a line for each card: process, generation, domains, over-subscription} */
    List<String> report() {
        List<String> lines = new ArrayList<>();
        slots.forEach(slot -> lines.add(slot.report()));
        return lines;
    }
}
