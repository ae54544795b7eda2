// The loops of the comparison written by hand for GPUs: one element of the result per work-item, as the first version of a programmer who
// knows OpenCL. The same operations in the same order as in Java, so that the bits are the same.
#pragma OPENCL FP_CONTRACT OFF

__kernel void product(__global float *c, __global const float *a, __global const float *b, int n) {
    long e = get_global_id(0), row = e / n, column = e % n;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += a[row * n + k] * b[(long) k * n + column];
    }
    c[e] = sum;
}

__kernel void mandelbrot(__global int *out, int n) {
    long e = get_global_id(0);
    int i = e / n, j = e % n;
    float x = 3.0f * (float) j / (float) n - 2.0f, y = 3.0f * (float) i / (float) n - 1.5f;
    float re = 0, im = 0;
    int count = 0;
    while (count < 200 && re * re + im * im < 4.0f) {
        float next = re * re - im * im + x;
        im = 2.0f * re * im + y;
        re = next;
        count++;
    }
    out[e] = count;
}

__kernel void bodies(
        __global float *to, __global const float *x, __global const float *y, __global const float *m, int n) {
    long i = get_global_id(0);
    float xi = x[i], yi = y[i], sum = 0;
    for (int j = 0; j < n; j++) {
        float dx = x[j] - xi, dy = y[j] - yi;
        float square = dx * dx + dy * dy + 0.01f;
        sum += m[j] / (square * sqrt(square)) * dx;
    }
    to[i] = sum;
}

__kernel void saxpy(__global float *y, __global const float *x, float a) {
    long i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}
