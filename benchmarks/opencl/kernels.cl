// The kernels of the comparison with the raw driver; both sides read this file.

__kernel void nothing(int unused) {}

__kernel void advance(__global int *a, long offset, long pitch) { a[offset] = a[offset] * 3 + 1; }

// One block of 4 x 16 elements of C += A B per work-item; extents are multiples of the block.
__kernel void product(
        __global const float *a, long a_offset, long a_pitch,
        __global const float *b, long b_offset, long b_pitch,
        __global float *c, long c_offset, long c_pitch,
        int depth) {
    long row = get_global_id(1) * 4, column = get_global_id(0) * 16;
    __global const float *a0 = a + a_offset + row * a_pitch;
    __global const float *b0 = b + b_offset + column;
    __global float *c0 = c + c_offset + row * c_pitch + column;
    float16 s0 = vload16(0, c0), s1 = vload16(0, c0 + c_pitch);
    float16 s2 = vload16(0, c0 + 2 * c_pitch), s3 = vload16(0, c0 + 3 * c_pitch);
    for (int k = 0; k < depth; k++) {
        float16 x = vload16(0, b0 + k * b_pitch);
        s0 += a0[k] * x;
        s1 += a0[a_pitch + k] * x;
        s2 += a0[2 * a_pitch + k] * x;
        s3 += a0[3 * a_pitch + k] * x;
    }
    vstore16(s0, 0, c0);
    vstore16(s1, 0, c0 + c_pitch);
    vstore16(s2, 0, c0 + 2 * c_pitch);
    vstore16(s3, 0, c0 + 3 * c_pitch);
}
