/**
 * The acceptance cases of hStreams, AC-1 to AC-9, as programs against {@code org.anabranch.api}
 * alone: each is given domains and nothing else, so that it runs on whatever hardware is plugged in
 * by changing only that argument (HST-2). The program of AC-8 is an example, found as the job
 * service {@code halo}.
 *
 * <p>Installed as a bundle, {@link org.anabranch.acceptance.AcceptanceTest} runs every case on
 * every set of the domains that are present. The programs are written from the descriptions of the
 * reference codes of hStreams 1.3; none of their code is here.
 */
package org.anabranch.acceptance;
