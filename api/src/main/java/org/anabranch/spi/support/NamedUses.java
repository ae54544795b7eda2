package org.anabranch.spi.support;

import org.anabranch.spi.NamedDevices;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The uses of {@link NamedDevices} by selectors. A use outlives the bundle that offers the devices:
 * when it is updated, those of the next revision are in use, too. Thread-safe; no lock is held
 * while a service is called.
 */
public final class NamedUses {
    private final List<NamedDevices> present = new CopyOnWriteArrayList<>();
    private final Set<SelectedUse> open = ConcurrentHashMap.newKeySet();

    /** Creates an empty list of services without uses. */
    public NamedUses() {}

    /**
     * Adds a service, and begins its use for each open use that selects it.
     *
     * @param devices a service that was registered
     */
    public void added(NamedDevices devices) {
        present.add(devices);
        open.forEach(use -> use.begin(devices));
    }

    /**
     * Removes a service. Its uses have ended with it, so they are not closed.
     *
     * @param devices a service that is unregistered
     */
    public void removed(NamedDevices devices) {
        present.remove(devices);
        open.forEach(use -> use.begun.remove(devices));
    }

    /** {@return the services that are there, to be read only} */
    public Collection<NamedDevices> present() {
        return List.copyOf(present);
    }

    /**
     * Begins a use of all devices that a list of selectors refers to, now or later.
     *
     * @param selectors ids and kinds, separated by commas; others are ignored
     * @return the use, to be closed when the devices are no longer needed
     */
    public NamedDevices.Use use(String selectors) {
        SelectedUse use = new SelectedUse(selectors);
        open.add(use);
        try {
            present.forEach(use::begin);
        } catch (RuntimeException | Error failure) {
            use.close(); // the caller has nothing to close
            throw failure;
        }
        return use;
    }

    private final class SelectedUse implements NamedDevices.Use {
        private final String selectors;
        private final Map<NamedDevices, NamedDevices.Use> begun = new ConcurrentHashMap<>();
        private volatile boolean closed;

        SelectedUse(String selectors) {
            this.selectors = selectors;
        }

        void begin(NamedDevices devices) {
            boolean selected =
                    Arrays.stream(selectors.split(","))
                            .map(String::strip)
                            .anyMatch(devices::areNamedBy);
            if (!selected) {
                return;
            }
            NamedDevices.Use use = devices.use();
            if (begun.putIfAbsent(devices, use) != null) { // begun by another thread meanwhile
                use.close();
            }
            if (closed) {
                end(devices);
            }
        }

        private void end(NamedDevices devices) {
            NamedDevices.Use use = begun.remove(devices);
            if (use != null) {
                use.close();
            }
        }

        @Override
        public void close() {
            closed = true;
            open.remove(this);
            begun.keySet().forEach(this::end);
        }
    }
}
