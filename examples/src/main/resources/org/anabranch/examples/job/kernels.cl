// The stencil's kernel of the halo example in OpenCL C by hand; all others are translated from Java.
// docs/opencl.md says what the parameters are.

// One step of the wave equation; the same operations in the same order as in Java, so that ranks may be of both kinds.
__kernel void wave_planes(
        __global const float *now, long now_offset, long now_pitch, long now_rows, long now_columns,
        __global float *next, long next_offset, long next_pitch, long next_rows, long next_columns, int rows, int columns) {
#pragma OPENCL FP_CONTRACT OFF
    const float weights[5] = {-205 / 72.0f, 8 / 5.0f, -1 / 5.0f, 8 / 315.0f, -1 / 560.0f};
    long i = get_global_id(1) * next_columns + get_global_id(0);
    long plane = (long) rows * columns, y = i % plane / columns, x = i % columns;
    if (y < 4 || y >= rows - 4 || x < 4 || x >= columns - 4) {
        return;
    }
    __global const float *at = now + now_offset + i + 4 * plane;
    float sum = 3 * weights[0] * at[0];
    for (int d = 1; d <= 4; d++) {
        float sum_x = at[-d] + at[d];
        float sum_y = at[-d * columns] + at[d * columns];
        float sum_z = at[-d * plane] + at[d * plane];
        sum += weights[d] * (sum_x + sum_y + sum_z);
    }
    next[next_offset + i] = 2 * at[0] - next[next_offset + i] + 0.1f * sum;
}
