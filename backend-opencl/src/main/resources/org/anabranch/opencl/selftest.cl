// The kernels that the conformance kit tests with. Offsets and pitches count elements.

__kernel void selftest_add(__global long *data, long offset, long pitch, long amount) {
    data[offset + get_global_id(0)] += amount;
}

__kernel void selftest_copy_tile(
        __global const long *source, long source_offset, long source_pitch,
        __global long *target, long target_offset, long target_pitch) {
    size_t column = get_global_id(0);
    size_t row = get_global_id(1);
    target[target_offset + row * target_pitch + column] = source[source_offset + row * source_pitch + column];
}
