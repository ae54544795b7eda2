package org.anabranch.opencl.kernel;

import org.anabranch.spi.DeviceException;

import java.util.List;

/**
 * The demands of a kernel's code on its launch. Launches of a loop are parts of it, and the
 * work-group is chosen where the kernel declares none, so code that depends on either would be
 * silently wrong.
 *
 * @param group a function or address space of the work-group that the code uses, or null
 * @param range a function whose result depends on the range of the launch, or null
 */
record RangeUse(String group, String range) {
    /** Depend on the range; those of the group's number depend on the group, too. */
    private static final List<String> OF_RANGE =
            List.of(
                    "get_global_size",
                    "get_global_offset",
                    "get_global_linear_id",
                    "get_num_groups",
                    "get_group_id",
                    "get_group_linear_id");

    private static final List<String> OF_GROUP =
            List.of(
                    "get_local_id",
                    "get_local_size",
                    "get_enqueued_local_size",
                    "get_local_linear_id",
                    "get_group_id",
                    "get_group_linear_id",
                    "get_num_groups",
                    "barrier",
                    "work_group_barrier",
                    "__local",
                    "local",
                    "async_work_group_copy",
                    "async_work_group_strided_copy",
                    "wait_group_events",
                    "get_sub_group_size",
                    "get_max_sub_group_size",
                    "get_num_sub_groups",
                    "get_enqueued_num_sub_groups",
                    "get_sub_group_id",
                    "get_sub_group_local_id",
                    "sub_group_barrier");

    private static final String INCLUDED = "#include";

    static RangeUse of(SourceTokens tokens) {
        if (tokens.includes()) {
            return new RangeUse(INCLUDED, INCLUDED);
        }
        String group = tokens.firstOf(OF_GROUP);
        return new RangeUse(
                group != null ? group : tokens.firstPrefixed("work_group_", "sub_group_"),
                tokens.firstOf(OF_RANGE));
    }

    /**
     * Refuses a kernel that depends on its work-group without declaring it.
     *
     * @param kernel for the message
     * @param declares true if the kernel declares the size of its work-groups
     */
    void check(String kernel, boolean declares) throws DeviceException {
        if (group != null && !declares) {
            throw new DeviceException(
                    kernel
                            + (group.equals(INCLUDED)
                                    ? " includes other text, which may use its work-group"
                                    : " uses " + group + ", so it depends on its work-group")
                            + ", but the size of work-groups is chosen for each launch: declare it"
                            + " by __attribute__((reqd_work_group_size(x, y, z)))");
        }
    }

    /** Refuses a launch of a part of a loop if the kernel depends on the range. */
    void checkPart(String kernel, boolean partial) throws DeviceException {
        if (range != null && partial) {
            throw new DeviceException(
                    "%s uses %s, whose result is that of one launch, and this launch is a part of a loop: run it by Stream.run, which launches the whole loop at once (with reqd_work_group_size in groups of that size), or use get_global_id alone"
                            .formatted(kernel, range));
        }
    }
}
