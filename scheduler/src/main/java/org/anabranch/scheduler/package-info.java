/**
 * The runtime behind the platform. This package is its top floor: the engine, what programs and
 * bundles see of it, and how backends come and go.
 *
 * <p>Nothing here is exported. The floors below, from the top, each using lower ones only: {@code
 * finish} and {@code stream} (the two ways to say what depends on what), {@code kernel}, {@code
 * domain}, {@code coherence}, {@code action}, {@code event}, {@code pool}, {@code count} and {@code
 * region}. See docs/architecture.md.
 */
package org.anabranch.scheduler;
