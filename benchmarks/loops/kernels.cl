// The loops of the comparison written by hand for processors with 16 lanes of float: the peers of what is made from Java.
// The same operations in the same order as in Java, so that the bits are the same.
#pragma OPENCL FP_CONTRACT OFF

// Four rows of C = A B per work-item, in blocks of 16 columns: a block stays in registers. Extents are multiples of both.
__kernel void product(__global float *c, __global const float *a, __global const float *b, int n) {
    long row = get_global_id(0) * 4;
    __global const float *a0 = a + row * n, *a1 = a0 + n, *a2 = a1 + n, *a3 = a2 + n;
    for (int column = 0; column < n; column += 16) {
        float16 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        __global const float *x = b + column;
        for (int k = 0; k < n; k++, x += n) {
            float16 v = vload16(0, x);
            s0 += a0[k] * v;
            s1 += a1[k] * v;
            s2 += a2[k] * v;
            s3 += a3[k] * v;
        }
        __global float *to = c + row * n + column;
        vstore16(s0, 0, to);
        vstore16(s1, 0, to + n);
        vstore16(s2, 0, to + 2 * n);
        vstore16(s3, 0, to + 3 * n);
    }
}

// One row per work-item, 16 points at a time until the last of them has escaped.
__kernel void mandelbrot(__global int *out, int n) {
    const float16 lanes = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    long i = get_global_id(0);
    float16 y = (float16)(3.0f * (float) i / (float) n - 1.5f);
    for (int j = 0; j < n; j += 16) {
        float16 x = 3.0f * ((float) j + lanes) / (float) n - 2.0f;
        float16 re = 0, im = 0;
        int16 count = 0, inside = -1;
        for (int it = 0; it < 200; it++) {
            inside &= re * re + im * im < 4.0f;
            if (!any(inside)) {
                break;
            }
            float16 next = re * re - im * im + x;
            im = select(im, 2.0f * re * im + y, inside);
            re = select(re, next, inside);
            count -= inside;
        }
        vstore16(count, 0, out + i * n + j);
    }
}

// Sixteen bodies per work-item.
__kernel void bodies(
        __global float *to, __global const float *x, __global const float *y, __global const float *m, int n) {
    long i = get_global_id(0);
    float16 xi = vload16(i, x), yi = vload16(i, y), sum = 0;
    for (int j = 0; j < n; j++) {
        float16 dx = x[j] - xi, dy = y[j] - yi;
        float16 square = dx * dx + dy * dy + 0.01f;
        sum += m[j] / (square * sqrt(square)) * dx;
    }
    vstore16(sum, i, to);
}

// The same without division and root, so with other bits: what the rest of the loop takes.
__kernel void bodies_bound(
        __global float *to, __global const float *x, __global const float *y, __global const float *m, int n) {
    long i = get_global_id(0);
    float16 xi = vload16(i, x), yi = vload16(i, y), sum = 0;
    for (int j = 0; j < n; j++) {
        float16 dx = x[j] - xi, dy = y[j] - yi;
        float16 square = dx * dx + dy * dy + 0.01f;
        sum += m[j] * (square * square) * dx;
    }
    vstore16(sum, i, to);
}

// One root and one division a pair, and next to nothing else (other bits): what the divider alone takes.
__kernel void bodies_divider(
        __global float *to, __global const float *x, __global const float *y, __global const float *m, int n) {
    long i = get_global_id(0);
    float16 xi = vload16(i, x), sum = 0;
    for (int j = 0; j < n; j++) sum += m[j] / sqrt(x[j] + xi);
    vstore16(sum, i, to);
}

__kernel void space(
        __global float *to, __global const float *x, __global const float *y, __global const float *z,
        __global const float *m, int n) {
    long i = get_global_id(0);
    float16 xi = vload16(i, x), yi = vload16(i, y), zi = vload16(i, z), sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
        float16 dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float16 square = dx * dx + dy * dy + dz * dz + 0.01f;
        float16 pull = m[j] / (square * sqrt(square));
        sx += pull * dx;
        sy += pull * dy;
        sz += pull * dz;
    }
    vstore16(sx, i, to);
    vstore16(sy, i, to + n);
    vstore16(sz, i, to + 2 * n);
}

// Also without division and root.
__kernel void space_bound(
        __global float *to, __global const float *x, __global const float *y, __global const float *z,
        __global const float *m, int n) {
    long i = get_global_id(0);
    float16 xi = vload16(i, x), yi = vload16(i, y), zi = vload16(i, z), sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
        float16 dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float16 square = dx * dx + dy * dy + dz * dz + 0.01f;
        float16 pull = m[j] * (square * square);
        sx += pull * dx;
        sy += pull * dy;
        sz += pull * dz;
    }
    vstore16(sx, i, to);
    vstore16(sy, i, to + n);
    vstore16(sz, i, to + 2 * n);
}

__kernel void space_divider(
        __global float *to, __global const float *x, __global const float *y, __global const float *z,
        __global const float *m, int n) {
    long i = get_global_id(0);
    float16 xi = vload16(i, x), sum = 0;
    for (int j = 0; j < n; j++) sum += m[j] / sqrt(x[j] + xi);
    vstore16(sum, i, to);
}

__kernel void saxpy(__global float *y, __global const float *x, float a) {
    long i = get_global_id(0);
    vstore16(a * vload16(i, x) + vload16(i, y), i, y);
}
