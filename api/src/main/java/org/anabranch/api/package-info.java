/**
 * The programming interface: a platform, its domains, buffers, kernels, streams, events and finish
 * scopes.
 *
 * <p>A program expresses dependences, either as asynchronous tasks in {@link
 * org.anabranch.api.Finish finish scopes} or as actions in {@link org.anabranch.api.Stream
 * streams}; both may be mixed freely. The platform orders the work, transfers data and reports
 * failures. Types are thread-safe unless they say otherwise. Errors are unchecked and descend from
 * {@link org.anabranch.api.AnabranchException}.
 */
@Export
@Version("1.0.0")
package org.anabranch.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
