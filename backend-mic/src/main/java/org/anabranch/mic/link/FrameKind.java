package org.anabranch.mic.link;

/**
 * The kinds of frames; the position in this list is the code. {@code >} goes to the card, {@code <}
 * comes from it. Numbers are little-endian; strings and byte arrays follow an {@code int} length.
 */
public enum FrameKind {
    /** {@code <} magic, version, token: the first frame. */
    HELLO,
    /** {@code >} the properties of the card; the last but one frame of the greeting. */
    WELCOME,
    /** {@code <} the window is mapped. */
    READY,
    /** {@code >} reason: the greeting is refused. */
    REFUSED,
    /**
     * Both ways: still there. The host's says its time; the card answers that with the same and its
     * own time.
     */
    BEAT,
    /** {@code >} domain, threads: a domain is opened. */
    OPEN,
    /** {@code >} domain: nothing of it is outstanding; free all it has. */
    CLOSE,
    /** {@code >} domain, handle, bytes, kind of memory. Answered only by what uses the handle. */
    ALLOCATE,
    /** {@code >} domain, handle of memory or of a kernel. */
    RELEASE,
    /**
     * {@code >} operation, handle, slice, and the slot, or -1 for pieces on request, or -2 for
     * pieces that follow immediately: host to card.
     */
    WRITE,
    /** {@code >} operation, handle, slice, slot or -1 or -2: card to host. */
    READ,
    /** {@code >} operation, handle, slice, handle, slice: within the card. */
    COPY,
    /** {@code >} operation, launch, pieces to run side by side. */
    RUN,
    /** {@code >} domain, numbers, launches: parts of a task that can be stolen back. */
    OFFER,
    /** {@code >} request, domain: give back a part that has not begun. */
    STEAL,
    /** {@code <} request, number of the part or 0. */
    STOLEN,
    /** {@code <} operation: it is the turn of a transfer that has no slot; send or make room. */
    GO,
    /**
     * {@code >} operation, slot offset, packed offset, bytes, whether the card must tell when it
     * has taken it: a piece of a write lies there.
     */
    CHUNK,
    /**
     * {@code <} operation, slot offset: the card has taken the piece there and those before it;
     * sent for some only.
     */
    TAKEN,
    /** {@code >} operation, slot offset, packed offset, bytes: put a piece of a read there. */
    FILL,
    /** {@code <} operation, slot offset, packed offset, bytes: the piece of a read lies there. */
    FILLED,
    /**
     * {@code <} operation, of which all slots are free; of what was in a lane, when it began and
     * ended by the card's clock.
     */
    DONE,
    /** {@code <} operation, of which all slots are free, a {@link CardFailure}. */
    FAILED,
    /** {@code >} request, domain, handle, kernel. */
    LOAD,
    /** {@code <} request: hashes of bundles that are not there yet. */
    LACKS,
    /** {@code >} request, hash, total length, offset, bytes: a piece of a bundle. */
    BUNDLE,
    /** {@code <} request, loader, name: a class or resource of the program is needed. */
    FETCH,
    /** {@code >} request, found or not, total length, offset, bytes: a piece of it. */
    FETCHED,
    /** {@code >} the card is to end. */
    BYE;

    private static final FrameKind[] ALL = values();

    static FrameKind of(int code) throws ProtocolException {
        if (code < 0 || code >= ALL.length) {
            throw new ProtocolException("a frame of the unknown kind " + code);
        }
        return ALL[code];
    }
}
