package org.anabranch.mic.link;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * The memory that transfers go through: slots that one side fills and the other one empties. The
 * host hands the slots out; a frame says when one is full or free again.
 *
 * <p>An eighth are tiny slots, three eighths small ones, for transfers that fit into one; the
 * second half are large ones, through which larger transfers go piece by piece.
 */
public final class Window implements AutoCloseable {
    /** Bytes of a tiny slot. */
    public static final int TINY_SLOT = 8 << 10;

    /** Bytes of a small slot. */
    public static final int SMALL_SLOT = 128 << 10;

    /** Bytes of a large slot. */
    public static final int LARGEST_SLOT = 1 << 20;

    /** In place of a slot: none, pieces follow when the card says that it is their turn. */
    public static final long NO_SLOT = -1;

    /** In place of a slot: none, but pieces follow without being asked for. */
    public static final long SOON = -2;

    /** The minimum size of a window, of which its size is a multiple. */
    public static final long GRAIN = 2L << 20;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    private Window(MemorySegment memory) {
        this.memory = memory;
    }

    private Window(Path file, Set<StandardOpenOption> options, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, options)) {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    /** Makes a window of this process's own, for a link without shared memory. */
    public static Window alone(long bytes) {
        return new Window(Arena.ofAuto().allocate(bytes, 4096));
    }

    /**
     * Creates a file and maps it. It is filled with zeros first, so that a full file system is an
     * exception here and not a signal later.
     *
     * @param file to be created, readable by this user only; the caller deletes it
     * @throws IOException if there is no room, or no such folder
     */
    public static Window create(Path file, long bytes) throws IOException {
        long free = Files.getFileStore(file.getParent()).getUsableSpace();
        if (free < bytes) {
            throw new IOException(
                    "a window of %s bytes does not fit into %s, which has %s left"
                            .formatted(bytes, file.getParent(), free));
        }
        Set<StandardOpenOption> options =
                EnumSet.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        var mode =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(file, options, mode)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(LARGEST_SLOT);
            for (long done = 0; done < bytes; done += channel.write(zeros)) {
                zeros.clear().limit((int) Math.min(LARGEST_SLOT, bytes - done));
            }
        }
        return map(file, bytes);
    }

    /**
     * Maps a file that the other side has made.
     *
     * @throws IOException if it cannot be mapped
     */
    public static Window map(Path file, long bytes) throws IOException {
        if (Files.size(file) < bytes) {
            throw new ProtocolException("the window " + file + " is shorter than " + bytes);
        }
        return new Window(
                file, EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE), bytes);
    }

    /** {@return all of it} */
    public MemorySegment memory() {
        return memory;
    }

    ByteBuffer part(long offset, int bytes) {
        return memory.asSlice(offset, bytes).asByteBuffer();
    }

    /** Stores a part that came along with a frame: offset, length, bytes. */
    void put(ByteBuffer from) throws ProtocolException {
        if (from.remaining() < 12) {
            throw new ProtocolException("a frame without the part of the window it should carry");
        }
        long offset = from.getLong();
        int bytes = from.getInt();
        if (bytes < 0
                || bytes > from.remaining()
                || offset < 0
                || offset > memory.byteSize() - bytes) {
            throw new ProtocolException(bytes + " bytes for the window at " + offset);
        }
        part(offset, bytes).put(from.slice(from.position(), bytes));
        from.position(from.position() + bytes);
    }

    /** Unmaps; a copy in progress fails with an exception. Idempotent. */
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
