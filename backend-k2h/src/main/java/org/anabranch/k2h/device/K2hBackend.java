package org.anabranch.k2h.device;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.k2h.board.Board;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.PartSettings;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** The backend of the model's boards: Java kernels run on the DSPs of {@link K2hDevice}. */
public final class K2hBackend implements Backend {
    static final PartSettings<K2hSettings> SETTINGS = new PartSettings<>(K2hSettings.class, "k2h");

    private final int boards;
    private final int dsps;
    private final boolean checked;
    private final List<K2hDevice> open = new CopyOnWriteArrayList<>();

    /** Creates the boards of the settings; one board if there are none. */
    K2hBackend(K2hSettings settings) {
        this(Math.max(1, settings.boards()), settings.dsps(), settings.checked());
    }

    /**
     * Creates a backend with any boards, for tests.
     *
     * @param dsps DSPs of each, 1 to 8
     * @param checked true to run kernels on copies
     * @throws IllegalArgumentException if a number is out of bounds
     */
    public K2hBackend(int boards, int dsps, boolean checked) {
        SETTINGS.of(Map.of("boards", boards, "dsps", dsps));
        this.boards = boards;
        this.dsps = dsps;
        this.checked = checked;
    }

    @Override
    public List<DeviceInfo> probe() {
        return IntStream.range(0, boards).mapToObj(this::board).toList();
    }

    private DeviceInfo board(int number) {
        long pool = (long) Board.K2H.queues().descriptors() * Board.DESCRIPTOR_BYTES;
        return new DeviceInfo(
                "k2h:" + number,
                dsps,
                dsps,
                Map.of(
                        MemoryKind.NORMAL,
                        Board.K2H.ddrBytes(),
                        MemoryKind.ON_CHIP,
                        Board.K2H.msmcBytes() - pool),
                Set.of(KernelCode.JAVA),
                true,
                false,
                Map.of(
                        "made of",
                        "a model of TI Keystone II, one thread per core",
                        "checked",
                        Boolean.toString(checked)));
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        if (!probe().contains(info)) {
            throw new DeviceException(info.id() + " is no board of this backend");
        }
        if (mask.count() == 0 || !info.mask().containsAll(mask)) {
            throw new DeviceException(
                    info.id() + " has " + dsps + " DSPs and cannot be opened for " + mask);
        }
        K2hDevice device = new K2hDevice(info.id(), mask.count(), checked, open::remove);
        open.add(device);
        return device;
    }

    /** {@return the devices that are open} */
    List<K2hDevice> opened() {
        return List.copyOf(open);
    }
}
