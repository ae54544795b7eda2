/**
 * The reference backend: devices on plain host memory, for tests, and a template for backend
 * authors.
 *
 * <p>{@link org.anabranch.reference.ReferenceBackend} is the backend, with one class for its
 * devices. A device that schedules tasks of its own is the same device with a steal port, off by
 * default.
 */
@Export
@Version("1.0.0")
package org.anabranch.reference;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
