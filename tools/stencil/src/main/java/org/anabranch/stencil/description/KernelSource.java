package org.anabranch.stencil.description;

import org.anabranch.stencil.geometry.Point;

/**
 * The kernel of a stencil: OpenCL C for a single device, with its range of work-items. Immutable.
 *
 * @param file name of the file, for messages
 * @param text the OpenCL C text; empty if the kernel exists in other formats only
 * @param function the {@code __kernel} function, also the name under which other formats are found
 * @param global work-items per axis
 * @param local work-items of a group per axis
 */
public record KernelSource(String file, String text, String function, Point global, Point local) {

    /** {@return work-groups per axis (ST-04)} */
    public Point groups() {
        return new Point(global.x() / local.x(), global.y() / local.y(), global.z() / local.z());
    }
}
