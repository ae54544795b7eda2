/**
 * Devices on plain host memory: what tests run on, and the template for backend authors.
 *
 * <p>The registration is {@link org.anabranch.reference.ReferenceBackend}, the device is one class
 * behind it. A device that schedules tasks of its own is the same device with a steal port, off by
 * default.
 */
@Export
@Version("1.0.0")
package org.anabranch.reference;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
