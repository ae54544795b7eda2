package org.anabranch.examples.product;

import static org.anabranch.examples.product.ProductKernel.GEMM;

import org.anabranch.api.Domain;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;

import java.util.List;

/**
 * The tiled matrix product over several domains (hStreams, figure 4): every domain owns column
 * panels of C, in turn, and has one stream. A is transferred to all of them, B and C to one each.
 * There are no events: the order of the updates of one tile follows from the operands, and panels
 * do not depend on each other.
 */
final class StreamedProduct {

    private StreamedProduct() {}

    /**
     * Computes C += A B on domain number {@code own} and those after it. The streams are nested, so
     * that each is waited for and closed on every path.
     */
    static void multiply(List<Domain> domains, int own, Tiles a, Tiles b, Tiles c) {
        try (Stream stream = domains.get(own).stream()) {
            for (long j = own; j < c.columns(); j += domains.size()) {
                for (long i = 0; i < c.rows(); i++) {
                    for (long k = 0; k < a.columns(); k++) {
                        stream.run(
                                GEMM, a.tile(i, k).in(), b.tile(k, j).in(), c.tile(i, j).inOut());
                    }
                }
            }
            if (own + 1 < domains.size()) {
                multiply(domains, own + 1, a, b, c);
            }
        }
    }
}
