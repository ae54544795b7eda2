package org.anabranch.spi;

import org.anabranch.api.Region;

/**
 * Part of an allocation of a device.
 *
 * @param memory handle from {@link Backend.Device#allocate}
 * @param region bytes, from the start of the allocation
 */
public record Slice(long memory, Region region) {}
