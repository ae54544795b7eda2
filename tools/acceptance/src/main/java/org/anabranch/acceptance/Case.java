package org.anabranch.acceptance;

import org.osgi.framework.BundleContext;

import java.util.List;

/**
 * A named program that checks its own results. Immutable.
 *
 * @param name of the test, beginning with the id of the case
 * @param program the code to run
 */
public record Case(String name, Program program) {

    /** A program that is right if it returns. */
    @FunctionalInterface
    public interface Program {
        /**
         * Runs and checks.
         *
         * @param ground where
         * @throws Exception if it goes wrong; an {@link AssertionError} if the result is wrong
         */
        void run(Ground ground) throws Exception;
    }

    /**
     * All cases.
     *
     * @param context to find the job of AC-8
     * @return the cases in order
     */
    public static List<Case> all(BundleContext context) {
        return List.of(
                new Case("AC1_scalars_and_blobs_come_back_bit_by_bit", HelloArguments::run),
                new Case("AC2_a_cross_buffer_copy_overtakes_the_other_stream", StreamJoin::run),
                new Case("AC3_the_golden_value_for_any_tiling", GoldenTiling::run),
                new Case(
                        "AC4_product_without_a_wait_while_enqueuing", TiledProduct::runWithoutWait),
                new Case("AC5_product_in_any_number_of_tiles", TiledProduct::runAnyTiles),
                new Case("AC6_cholesky_in_both_layouts", TiledCholesky::run),
                new Case(
                        "AC6_cholesky_in_one_stream_needs_no_event", TiledCholesky::runInOneStream),
                new Case("AC7_lu_without_pivoting", TiledLu::run),
                new Case("AC7_the_race_of_the_original_is_refused_or_ordered", TiledLu::runBuggy),
                new Case(
                        "AC8_halo_exchange_on_1_to_4_ranks",
                        ground -> HaloExchange.run(context, ground)),
                new Case("AC9_every_byte_arrives_at_any_size", TransferCurve::run));
    }
}
