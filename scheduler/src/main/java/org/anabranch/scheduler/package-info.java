/**
 * The runtime behind the platform. This package is its top layer: the engine, the objects that
 * programs and bundles use, and the life of backends.
 *
 * <p>Nothing here is exported. The layers below, from the top, each using lower ones only: {@code
 * finish} and {@code stream} (the two ways to express dependencies), {@code kernel}, {@code
 * domain}, {@code coherence}, {@code action}, {@code event}, {@code pool}, {@code count} and {@code
 * region}. See docs/architecture.md.
 */
package org.anabranch.scheduler;
